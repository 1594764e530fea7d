import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components";
import { useWorlds } from "../api/queries.ts";
import fieldStyles from "../ui/field.module.css";

interface WorldFieldProps {
  readonly value: string;
  readonly onChange: (world: string) => void;
  /** A note after the label. */
  readonly note?: string;
  /** Why the world cannot be used. */
  readonly problem?: string | undefined;
}

/** The client id of a world: an existing one or a new name. */
export function WorldField({ value, onChange, note, problem }: WorldFieldProps): ReactNode {
  const worlds = useWorlds().data?.worlds ?? [];
  const isNew = value !== "" && !worlds.some(({ world }) => world === value);
  const remark = note ?? (isNew ? "new: the start creates it" : "the client id");
  return (
    <ComboBox
      className={fieldStyles.field}
      allowsCustomValue
      menuTrigger="focus"
      inputValue={value}
      onInputChange={onChange}
      isRequired
      isInvalid={problem !== undefined}
      validationBehavior="aria"
    >
      <Label className={fieldStyles.label}>
        World <span className={fieldStyles.hint}>{remark}</span>
      </Label>
      <div className="relative">
        <Input className={fieldStyles.input} maxLength={256} />
        <Button
          className="absolute inset-y-px right-px grid w-8 cursor-pointer place-items-center rounded-5 border-0 bg-transparent"
          aria-label="Worlds"
        >
          <ChevronDown size={14} aria-hidden />
        </Button>
      </div>
      {problem !== undefined && <FieldError className={fieldStyles.problem}>{problem}</FieldError>}
      <Popover className={fieldStyles.popover}>
        <ListBox className={fieldStyles.options}>
          {worlds.map(({ world }) => (
            <ListBoxItem key={world} id={world} className={fieldStyles.option}>
              {world}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

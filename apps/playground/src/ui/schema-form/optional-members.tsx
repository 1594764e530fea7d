import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import { Menu, type MenuEntry } from "../menu.tsx";
import type { Field, Group } from "./field.ts";
import { FieldControl, memberProps } from "./field-control.tsx";
import type { FieldControlProps } from "./scalar-control.tsx";

interface OptionalMembersProps extends FieldControlProps<Group> {
  /** What a member is called in the buttons that add and remove it, such as `condition`. */
  readonly noun: string;
  /** Controls before the members. */
  readonly before?: ReactNode;
  /** More controls before the menu, with the entries of the menu that add them. */
  readonly children?: ReactNode;
  readonly entries?: readonly MenuEntry[];
}

/**
 * The members of an object. Shows the required ones, choices with a name for "not set", and those that are set. A menu
 * adds the others.
 */
export function OptionalMembers({ noun, before, children, entries = [], ...props }: OptionalMembersProps): ReactNode {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const members = props.field.fields.map((field) => memberProps(props, field));
  const isFixed = (field: Field) => field.isRequired || (field.kind === "choice" && field.unset !== undefined);
  const isShown = ({ field, value }: FieldControlProps) =>
    isFixed(field) || value !== undefined || added.has(field.name);
  const hidden = members.filter((member) => !isShown(member));
  const remove = ({ field, onChange }: FieldControlProps) => {
    setAdded(new Set([...added].filter((name) => name !== field.name)));
    onChange(undefined);
  };
  const add = ({ field, onChange }: FieldControlProps) => {
    setAdded(new Set([...added, field.name]));
    if (field.suggestion !== undefined) onChange(field.suggestion);
  };
  const all = [
    ...hidden.map((member) => ({ id: member.field.name, label: member.field.label, onSelect: () => add(member) })),
    ...entries,
  ];
  return (
    <>
      {before}
      {members.filter(isShown).map((member) =>
        isFixed(member.field) ? (
          <FieldControl key={member.field.name} {...member} />
        ) : (
          <RemovableRow
            key={member.field.name}
            label={`Remove the ${noun}: ${member.field.label}`}
            onRemove={() => remove(member)}
          >
            <FieldControl {...member} />
          </RemovableRow>
        ),
      )}
      {children}
      {all.length > 0 && (
        <Menu
          label={`Add ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`}
          trigger={
            <Button variant="quiet" icon={Plus}>
              Add {/^[aeiou]/.test(noun) ? "an" : "a"} {noun}
            </Button>
          }
          entries={all}
        />
      )}
    </>
  );
}

interface RemovableRowProps {
  /** Says what the button at the end of the row removes. */
  readonly label: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** Controls in a row, with a button that removes them. */
export const RemovableRow = ({ label, onRemove, children }: RemovableRowProps): ReactNode => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-1.5">
    {children}
    <Button variant="quiet" icon={X} aria-label={label} onPress={onRemove} />
  </div>
);

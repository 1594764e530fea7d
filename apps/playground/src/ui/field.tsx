import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  Select as AriaSelect,
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from "react-aria-components";
import styles from "./field.module.css";
import { Prose } from "./prose.tsx";

interface FieldProps {
  readonly label: string;
  /** A hint below the label. */
  readonly hint?: ReactNode;
  /** What is wrong with the value, if anything. */
  readonly problem?: string | undefined;
  readonly isRequired?: boolean;
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "text" | "search" | "number" | "date" | "email" | "password";
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** Hides the label, except from screen readers. */
  readonly isLabelHidden?: boolean;
  readonly id?: string;
}

export function TextField(props: TextFieldProps): ReactNode {
  const { label, hint, problem, isRequired, value, onChange, placeholder, autoFocus, isLabelHidden, id } = props;
  return (
    <AriaTextField
      className={styles.field}
      value={value}
      onChange={onChange}
      type={props.type ?? "text"}
      isInvalid={problem !== undefined}
      autoFocus={autoFocus}
      {...(isLabelHidden === true && { "aria-label": label })}
      {...(isRequired === true && { isRequired, validationBehavior: "aria" })}
    >
      {isLabelHidden !== true && <FieldLabel label={label} isRequired={isRequired} />}
      {hint !== undefined && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <Input className={styles.input} placeholder={placeholder} id={id} autoComplete="off" />
      {problem !== undefined && <FieldError className={styles.problem}>{problem}</FieldError>}
    </AriaTextField>
  );
}

const FieldLabel = ({ label, isRequired }: Pick<FieldProps, "label" | "isRequired">) => (
  <Label className={styles.label}>
    {label}
    {isRequired === true && (
      <span className={styles.required} aria-hidden>
        required
      </span>
    )}
  </Label>
);

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string;
  readonly isLabelHidden?: boolean;
}

/** A field to choose from a list. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactNode {
  const { label, hint, problem, isRequired, value, options, onChange, placeholder, isLabelHidden } = props;
  return (
    <AriaSelect
      className={styles.field}
      value={value ?? null}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      placeholder={placeholder ?? "Choose"}
      isInvalid={problem !== undefined}
      {...(isLabelHidden === true && { "aria-label": label })}
    >
      {isLabelHidden !== true && <FieldLabel label={label} isRequired={isRequired} />}
      {hint !== undefined && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <AriaButton className={styles.input}>
        <SelectValue className={styles.value}>
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <ChevronDown size={14} aria-hidden />
      </AriaButton>
      {problem !== undefined && <FieldError className={styles.problem}>{problem}</FieldError>}
      <Popover className={styles.popover}>
        <ListBox className={styles.options}>
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} textValue={option.label} className={styles.option}>
              {({ isSelected }) => (
                <>
                  <span className={styles.optionText}>
                    {option.label}
                    {option.hint !== undefined && (
                      <span className={styles.hint}>
                        <Prose text={option.hint} />
                      </span>
                    )}
                  </span>
                  {isSelected && <Check size={14} aria-hidden />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

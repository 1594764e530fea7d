import type { ReactNode } from "react";
import { TextArea as AriaTextArea, TextField as AriaTextField, FieldError, Label, Text } from "react-aria-components";
import styles from "./field.module.css";

interface TextAreaProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
  readonly value: string;
  readonly rows?: number;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** A field for several lines of text, such as JSON. */
export function TextArea({ label, hint, problem, value, rows = 3, placeholder, onChange }: TextAreaProps): ReactNode {
  return (
    <AriaTextField className={styles.field} value={value} onChange={onChange} isInvalid={problem !== undefined}>
      <Label className={styles.label}>{label}</Label>
      {hint !== undefined && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <AriaTextArea className={styles.area} rows={rows} placeholder={placeholder} spellCheck={false} />
      {problem !== undefined && <FieldError className={styles.problem}>{problem}</FieldError>}
    </AriaTextField>
  );
}

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import styles from "../../ui/field-rows.module.css";
import type { SubjectForm } from "./scenario-form.ts";

const tests = [
  { value: "equals", label: "is", hint: "Ignores case" },
  { value: "matches", label: "matches", hint: "* is any text, ? is any single character" },
  { value: "in", label: "is one of", hint: "Separate the values with commas" },
] as const;

interface SubjectRowProps {
  readonly row: SubjectForm;
  readonly problem: string | undefined;
  readonly onChange: (row: SubjectForm) => void;
  readonly onRemove: () => void;
}

/** A condition on the data of the person. */
export function SubjectRow({ row, problem, onChange, onRemove }: SubjectRowProps): ReactNode {
  return (
    <div className={styles.row}>
      <div className={styles.subject}>
        <TextField
          label="Path in the subject"
          value={row.path}
          problem={problem}
          onChange={(path) => onChange({ ...row, path })}
        />
        <Select
          label="Test"
          isLabelHidden
          value={row.test}
          options={tests}
          onChange={(test) => onChange({ ...row, test })}
        />
        <TextField label="Value" isLabelHidden value={row.value} onChange={(value) => onChange({ ...row, value })} />
      </div>
      <Button variant="quiet" icon={X} aria-label={`Remove the condition on ${row.path}`} onPress={onRemove} />
    </div>
  );
}

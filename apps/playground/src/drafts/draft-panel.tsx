import { type ReactNode, useState } from "react";
import { JsonEditor } from "../ui/json-editor/json-editor.tsx";
import { Panel } from "../ui/panel.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Problem } from "../ui/states.tsx";
import type { Draft, DraftFormat } from "./draft-format.ts";
import styles from "./draft-panel.module.css";
import type { Problems } from "./form-fields.ts";

interface DraftPanelProps<Value, Form> {
  readonly title: string;
  readonly note?: ReactNode;
  readonly format: DraftFormat<Value, Form>;
  readonly draft: Draft<Form>;
  /** Why the simulator refused the file, if it did. */
  readonly error: Error | null;
  readonly onChange: (draft: Draft<Form>) => void;
  readonly children: (form: Form, problems: Problems) => ReactNode;
  /** Buttons below the form. */
  readonly actions: ReactNode;
}

/** Edits a file as a form or as JSON. Switching between them keeps what the user entered. */
export function DraftPanel<Value, Form>(props: DraftPanelProps<Value, Form>): ReactNode {
  const { title, note, format, draft, error, onChange, children, actions } = props;
  const [hint, setHint] = useState<string>();
  const { problems } = format.read(draft);
  const change = (next: Draft<Form>) => {
    setHint(undefined);
    onChange(next);
  };
  const choose = (mode: Draft<Form>["mode"]) => {
    if (mode === draft.mode) return;
    const next = format.switchMode(draft);
    if (next !== undefined) change(next);
    else
      setHint(
        problems.size > 0
          ? "To switch, fix the problems first."
          : "The form cannot show everything in this file. Edit it as JSON.",
      );
  };
  return (
    <Panel
      title={title}
      note={note}
      actions={
        <Segmented
          label="Edit as"
          value={draft.mode}
          onChange={choose}
          options={[
            { value: "form", label: "Form" },
            { value: "json", label: "JSON" },
          ]}
        />
      }
    >
      {hint !== undefined && (
        <p className={styles.hint} role="status" data-tone="fair">
          {hint}
        </p>
      )}
      {draft.mode === "form" ? (
        children(draft.form, problems)
      ) : (
        <JsonEditor
          label={`${title} as JSON`}
          height={480}
          value={draft.text}
          schema={format.schema}
          onChange={(text) => change({ mode: "json", text })}
        />
      )}
      <div className={styles.error}>{error !== null && <Problem error={error} />}</div>
      <div className={styles.actions}>{actions}</div>
    </Panel>
  );
}

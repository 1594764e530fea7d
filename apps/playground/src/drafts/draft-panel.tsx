import { type ReactNode, useState } from "react";
import { parseJson } from "../text/json.ts";
import { JsonEditor } from "../ui/json-editor/json-editor.tsx";
import { Panel } from "../ui/panel.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Problem } from "../ui/states.tsx";
import type { Draft, DraftFormat } from "./draft-format.ts";
import type { Problems } from "./problems.ts";

interface DraftPanelProps<Value> {
  readonly title: string;
  readonly note?: ReactNode;
  readonly format: DraftFormat<Value>;
  readonly draft: Draft;
  /** Why the simulator refused the file, if it did. */
  readonly error: Error | null;
  readonly onChange: (draft: Draft) => void;
  /** The form for a value that the format can show. */
  readonly children: (value: unknown, problems: Problems) => ReactNode;
  /** Buttons below the form. */
  readonly actions: ReactNode;
}

/** Edits a file as a form or as JSON. Switching between them keeps what the user entered. */
export function DraftPanel<Value>(props: DraftPanelProps<Value>): ReactNode {
  const { title, note, format, draft, error, onChange, children, actions } = props;
  const [hint, setHint] = useState<string>();
  const change = (next: Draft) => {
    setHint(undefined);
    onChange(next);
  };
  const choose = (mode: Draft["mode"]) => {
    if (mode === draft.mode) return;
    const next = format.switchMode(draft);
    if (next !== undefined) return change(next);
    const isJson = draft.mode === "json" && parseJson(draft.text) !== undefined;
    setHint(
      isJson ? "The form cannot show everything in this file. Edit it as JSON." : "To switch, fix the problems first.",
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
        <p className="mb-3 rounded-8 border border-tone-edge bg-tone-soft px-3 py-2" role="status" data-tone="fair">
          {hint}
        </p>
      )}
      {draft.mode === "form" ? (
        children(draft.value, format.read(draft).problems)
      ) : (
        <JsonEditor
          label={`${title} as JSON`}
          height={480}
          value={draft.text}
          schema={format.schema}
          onChange={(text) => change({ mode: "json", text })}
        />
      )}
      <div className="not-empty:mt-3">{error !== null && <Problem error={error} />}</div>
      <div className="sticky bottom-0 z-2 -mx-4 mt-4 -mb-4 rounded-b-12 border-t border-line bg-panel px-4 py-3 narrow:static">
        <div className="flex flex-wrap items-center gap-2">{actions}</div>
      </div>
    </Panel>
  );
}

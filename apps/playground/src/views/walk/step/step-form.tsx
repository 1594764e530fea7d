import { WandSparkles } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useCommands } from "../../../commands/commands.tsx";
import { shortcuts } from "../../../commands/shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { JsonEditor } from "../../../ui/json-editor/json-editor.tsx";
import { Panel } from "../../../ui/panel.tsx";
import type { TestPerson } from "../../../ui/person-picker/test-people.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { Problem } from "../../../ui/states.tsx";
import type { DeclaredElement } from "../form/element-form.ts";
import { type RequestSchema, withExamples } from "../form/request-schema.ts";
import { ElementSection } from "./element-section.tsx";
import type { StepAction } from "./step-action.ts";
import { StepFooter } from "./step-footer.tsx";
import styles from "./step-form.module.css";
import { groupByPage, type StepPage } from "./step-pages.ts";
import { type StepElement, useStepDraft } from "./use-step-draft.ts";
import { useStepJson } from "./use-step-json.ts";

/** How the user edits a step: as a form, or as the JSON of the request. */
export type StepMode = "form" | "json";

/** Settings that all steps of an instance share. */
export interface StepFormSettings {
  readonly schema: RequestSchema;
  readonly declared: readonly DeclaredElement[];
  /** People whose last names decide outcomes. */
  readonly people: readonly TestPerson[];
  readonly mode: StepMode;
  readonly onMode: (mode: StepMode) => void;
}

interface StepFormProps extends StepFormSettings {
  readonly title: string;
  readonly note: ReactNode;
  readonly collects: readonly StepElement[];
  /** Pages in display order. */
  readonly pages: readonly StepPage[];
  /** Ids in the body of the request, by name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Ways to send the form; the first is the usual one. */
  readonly actions: readonly [StepAction, ...StepAction[]];
  readonly post: (body: unknown) => Promise<unknown>;
}

/** The data that a step collects, as a form or as the JSON of the request. */
export function StepForm(props: StepFormProps): ReactNode {
  const { title, note, collects, pages, schema, declared, people, mode, onMode, ids, actions, post } = props;
  const draft = useStepDraft(schema, collects, declared, post);
  const build = ({ toBody }: StepAction) => {
    const { subject, sent } = draft.toRequest();
    return toBody(subject, sent);
  };
  const isJson = mode === "json";
  const json = useStepJson(() => (isJson ? build(actions[0]) : undefined));
  const isUnreadable = isJson && json.parsed === undefined;
  const isSending = draft.last.state === "sending";
  const takeEdits = () => {
    if (isJson && json.isEdited && json.parsed !== undefined) draft.takeBody(json.parsed.value);
  };
  const change = (next: StepMode) => {
    if (isUnreadable) return;
    takeEdits();
    json.reset();
    onMode(next);
  };
  const send = (action: StepAction) => {
    if (isSending || isUnreadable) return;
    takeEdits();
    const body = isJson ? json.parsed?.value : build(action);
    void draft.send(body).then((isAccepted) => isAccepted && json.reset());
  };
  useCommands([
    {
      id: "sample",
      label: "Fill with sample data",
      group: "Walk",
      key: shortcuts.fillSample,
      run: () => isJson || draft.fillSample(),
    },
    { id: "send", label: actions[0].label, group: "Walk", key: shortcuts.submit, run: () => send(actions[0]) },
  ]);
  const names = collects.map(({ element }) => element).join();
  const key = JSON.stringify(ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `names` hold the ids and the elements.
  const bodySchema = useMemo(() => withExamples(schema, ids, names.split(",")), [schema, key, names]);
  return (
    <Panel
      title={title}
      note={note}
      actions={
        <>
          {!isJson && (
            <Button icon={WandSparkles} shortcut={shortcuts.fillSample} onPress={() => draft.fillSample()}>
              Fill with sample data
            </Button>
          )}
          <Segmented
            label="Edit as"
            value={mode}
            options={[
              { value: "form", label: "Form", disabled: isUnreadable },
              { value: "json", label: "JSON" },
            ]}
            onChange={change}
          />
        </>
      }
    >
      <div className={styles.step}>
        {draft.last.state === "refused" && <Problem error={draft.last.error} />}
        {isJson ? (
          <JsonEditor label="Request body" value={json.text} onChange={json.edit} schema={bodySchema} height={420} />
        ) : (
          groupByPage(draft.elements, pages).map(({ label, states }) => (
            <div key={label} className={styles.page}>
              {label !== "" && <p className={styles.pageLabel}>{label}</p>}
              {states.map((state) => (
                <ElementSection key={state.element} state={state} draft={draft} schema={schema} people={people} />
              ))}
            </div>
          ))
        )}
        <StepFooter
          actions={actions}
          elements={draft.elements}
          isJson={isJson}
          isSending={isSending}
          isDisabled={isSending || isUnreadable}
          onSend={send}
        />
      </div>
    </Panel>
  );
}

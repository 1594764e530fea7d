import { Send, WandSparkles } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { JsonEditor } from "../../ui/json-editor/json-editor.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { TestPerson } from "../../ui/person-picker/test-people.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Problem } from "../../ui/states.tsx";
import type { DeclaredElement } from "./element-form.ts";
import { ElementSection } from "./element-section.tsx";
import { type RequestSchema, withExamples } from "./request-schema.ts";
import { groupByPage, type StepPage } from "./submission.ts";
import { type ElementState, type StepElement, useStepDraft, useStepJson } from "./use-step-draft.ts";

/** A way to send the data of a step. */
export interface StepAction {
  readonly label: string;
  /** Builds the body of the request. */
  readonly toBody: (subject: unknown, sent: readonly string[]) => unknown;
}

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
  readonly world: string;
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
  const { world, title, note, collects, pages, schema, declared, people, mode, onMode, ids, actions, post } = props;
  const draft = useStepDraft(world, schema, collects, declared, post);
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
      <div className="grid grid-cols-1 gap-3.5 **:[button]:scroll-my-28 **:[input]:scroll-my-28">
        {draft.last.state === "refused" && <Problem error={draft.last.error} />}
        {isJson ? (
          <JsonEditor label="Request body" value={json.text} onChange={json.edit} schema={bodySchema} height={420} />
        ) : (
          groupByPage(draft.elements, pages).map(({ label, states }) => (
            <div key={label}>
              {label !== "" && <p className="mb-1 text-12 font-medium text-ink-3">{label}</p>}
              <div className="rounded-8 border border-line px-3.5">
                {states.map((state) => (
                  <ElementSection key={state.element} state={state} draft={draft} schema={schema} people={people} />
                ))}
              </div>
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

interface StepFooterProps {
  readonly actions: readonly StepAction[];
  readonly elements: readonly ElementState[];
  /** Whether the user edits the body itself. */
  readonly isJson: boolean;
  readonly isSending: boolean;
  readonly isDisabled: boolean;
  readonly onSend: (action: StepAction) => void;
}

/** The buttons that send a step, and what they will send. */
function StepFooter({ actions, elements, isJson, isSending, isDisabled, onSend }: StepFooterProps): ReactNode {
  const shown = isJson ? actions.slice(0, 1) : actions;
  return (
    <footer className="sticky bottom-0 z-2 -mx-4 -mb-4 rounded-b-12 border-t border-line bg-panel px-4 py-3 narrow:static">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {shown.map((action, i) => (
          <Button
            key={action.label}
            variant={i === 0 ? "primary" : "secondary"}
            {...(i === 0 && { icon: Send, shortcut: shortcuts.submit })}
            isDisabled={isDisabled}
            onPress={() => onSend(action)}
          >
            {isJson ? "Send" : action.label}
          </Button>
        ))}
        <span className="text-12 text-ink-3">
          {isSending ? sending : isJson ? "The body is sent unchanged." : summarise(elements)}
        </span>
      </div>
    </footer>
  );
}

const sending = "Sending… If the response is lost, the client retries.";

function summarise(elements: readonly ElementState[]): string {
  const ticked = elements.filter(({ isSent }) => isSent).length;
  const open = elements.filter(({ acceptedBy }) => acceptedBy === undefined).length;
  return ticked === 0
    ? "Tick the elements to send."
    : `${ticked} of ${open} ${open === 1 ? "element" : "elements"} ticked.`;
}

import { Send, WandSparkles } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { JsonEditor } from "../../../components/json-editor/json-editor.tsx";
import { Panel } from "../../../components/panel.tsx";
import { Segmented } from "../../../components/segmented.tsx";
import { Problem } from "../../../components/states.tsx";
import { useCommands } from "../../../layout/commands.tsx";
import type { TestPerson } from "../../start/test-people.ts";
import type { DeclaredElement } from "../form/element-form.ts";
import { type RequestSchema, withExamples } from "../form/request-schema.ts";
import { sampleOf } from "../form/sample.ts";
import { sampleImages } from "../inputs/sample-images.ts";
import { ElementSection } from "./element-section.tsx";
import styles from "./step-form.module.css";
import { type ElementState, type StepElement, useStepDraft } from "./use-step-draft.ts";

/** A way to send the data of a step. */
export interface StepAction {
  readonly label: string;
  /** Builds the body of the request. */
  readonly toBody: (subject: unknown, sent: readonly string[]) => unknown;
}

/** How the user edits a step: by form, or as the JSON of the request. */
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
  /** Headings with their elements, in display order. Elements without a heading come last. */
  readonly pages: readonly { readonly label: string; readonly elements: readonly string[] }[];
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
  /** The JSON that the user typed; undefined while it is that of the draft. */
  const [typed, setTyped] = useState<string>();
  const isForm = mode === "form";
  const isSending = draft.last.state === "sending";
  const chosen = draft.elements.filter(({ isSent }) => isSent);
  const build = ({ toBody }: StepAction) => {
    const { subject, sent } = draft.toRequest();
    return toBody(subject, sent);
  };
  const json = isForm ? "" : (typed ?? JSON.stringify(build(actions[0]), null, 2));
  const parsed = isForm ? undefined : parse(json);
  const isUnreadable = !isForm && parsed === undefined;
  const takeJson = () => {
    if (typed !== undefined && parsed !== undefined) draft.takeBody(parsed.value);
  };
  const change = (next: StepMode) => {
    if (isUnreadable) return;
    takeJson();
    setTyped(undefined);
    onMode(next);
  };
  const send = (action: StepAction) => {
    if (isSending || isUnreadable) return;
    takeJson();
    const body = parsed === undefined ? build(action) : parsed.value;
    void draft.send(body).then((isAccepted) => isAccepted && setTyped(undefined));
  };
  useCommands([
    { id: "sample", label: "Fill with sample data", group: "Walk", key: "F", run: () => isForm && draft.fillSample() },
    { id: "send", label: actions[0].label, group: "Walk", key: "S", run: () => send(actions[0]) },
  ]);
  const bodySchema = useBodySchema(schema, ids, draft.elements);
  const sampledOf = useSampled(schema, draft.elements);
  return (
    <Panel
      title={title}
      note={note}
      actions={
        <>
          {isForm && (
            <Button icon={WandSparkles} shortcut="F" onPress={() => draft.fillSample()}>
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
        {isForm ? (
          group(draft.elements, pages).map(({ label, elements }) => (
            <div key={label} className={styles.page}>
              {label !== "" && <p className={styles.pageLabel}>{label}</p>}
              {elements.map((state) => (
                <ElementSection
                  key={state.element}
                  state={state}
                  subject={draft.subject}
                  problems={draft.problems}
                  sampled={sampledOf(state)}
                  people={people}
                  onChange={(value) => draft.change(state.element, value)}
                  onChoose={(isSent) => draft.choose(state.element, isSent)}
                  onSample={() => draft.fillSample([state.element])}
                />
              ))}
            </div>
          ))
        ) : (
          <JsonEditor label="Request body" value={json} onChange={setTyped} schema={bodySchema} height={420} />
        )}
        <footer className={styles.footer}>
          {(isForm ? actions : actions.slice(0, 1)).map((action, i) => (
            <Button
              key={action.label}
              variant={i === 0 ? "primary" : "secondary"}
              {...(i === 0 && { icon: Send, shortcut: "S" })}
              isDisabled={isSending || isUnreadable}
              onPress={() => send(action)}
            >
              {isForm ? action.label : "Send"}
            </Button>
          ))}
          <span className={styles.summary}>
            {isSending
              ? "Sending. The client repeats a request whose response is lost."
              : isForm
                ? summarise(chosen, draft.elements)
                : "The body is sent as it is."}
          </span>
        </footer>
      </div>
    </Panel>
  );
}

function summarise(chosen: readonly ElementState[], all: readonly ElementState[]): string {
  const open = all.filter(({ acceptedBy }) => acceptedBy === undefined);
  if (chosen.length === 0) return "No element is ticked.";
  return `${chosen.length} of ${open.length} ${open.length === 1 ? "element" : "elements"} ticked.`;
}

/** The elements below the headings of the pages. An element is shown once. */
function group(elements: readonly ElementState[], pages: StepFormProps["pages"]) {
  const isOn = (state: ElementState, page: StepFormProps["pages"][number]) => page.elements.includes(state.element);
  const rows = pages.map((page, i) => ({
    label: pages.length > 1 ? page.label : "",
    elements: elements.filter(
      (state) => isOn(state, page) && !pages.slice(0, i).some((earlier) => isOn(state, earlier)),
    ),
  }));
  const rest = elements.filter((state) => !pages.some((page) => isOn(state, page)));
  return [...rows, { label: rest.length > 0 && rows.length > 1 ? "Other data" : "", elements: rest }].filter(
    (row) => row.elements.length > 0,
  );
}

/** Returns the members of an element that its sample fills in; of a list, those of its entries. */
function useSampled(schema: RequestSchema, elements: readonly ElementState[]) {
  const names = elements.map(({ element }) => element).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names decide which forms there are.
  const sampled = useMemo(
    () =>
      new Map(
        elements.map(({ element, form }) => {
          const sample = sampleOf({ ...schema, images: sampleImages() }, form);
          const value = Array.isArray(sample) ? sample[0] : sample;
          return [element, typeof value === "object" && value !== null ? Object.keys(value) : []];
        }),
      ),
    [schema, names],
  );
  return ({ element }: ElementState) => sampled.get(element) ?? [];
}

/** The schema of the body, with the ids and elements of this step as examples. */
function useBodySchema(schema: RequestSchema, ids: StepFormProps["ids"], elements: readonly ElementState[]) {
  const names = elements.map(({ element }) => element).join();
  const key = JSON.stringify(ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `names` hold the ids and the elements.
  return useMemo(() => withExamples(schema, ids, names.split(",")), [schema, key, names]);
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

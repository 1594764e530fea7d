import { ApiError } from "@journey-kit/client";
import { useMemo, useState } from "react";
import { useRequests } from "../../api/queries.ts";
import { parseJson } from "../../text/json.ts";
import { type SchemaProblem, validate } from "../../ui/json-editor/validate.ts";
import {
  createElementForm,
  type DeclaredElement,
  type ElementForm,
  readElement,
  writeElement,
} from "./element-form.ts";
import type { RequestSchema } from "./request-schema.ts";
import { sampleOf } from "./sample.ts";
import { sampleImages } from "./sample-images.ts";
import { type Draft, emptyDraft, isSent, placeProblems, toDraft, toRequestSubject } from "./submission.ts";

/** A domain element that a step collects. */
export interface StepElement {
  readonly element: string;
  readonly isRequired: boolean;
  /** Set if the service has accepted the element. */
  readonly acceptedBy?: "prefill" | "submit";
}

/** An element of a step with its form and its state in the draft. */
export interface ElementState extends StepElement {
  readonly form: ElementForm;
  readonly value: unknown;
  /** Whether the next request contains the element. */
  readonly isSent: boolean;
  /** Whether the last request contained the element but the service dropped it. */
  readonly isDropped: boolean;
  /** The problems that the service reported for the element as a whole. */
  readonly errors: readonly string[];
}

/** How the last request ended. */
type SendState =
  | { readonly state: "idle" | "sending" }
  | { readonly state: "accepted"; readonly sent: readonly string[] }
  /** `changed` are the elements that the user has changed since, whose problems may be solved. */
  | { readonly state: "refused"; readonly error: Error; readonly changed: readonly string[] };

/** The data that the user enters for a step, and the result of the last request with this data. */
export interface StepDraft {
  readonly elements: readonly ElementState[];
  readonly subject: unknown;
  /** The problems that the schemas and the service report, by path in the subject. */
  readonly problems: readonly SchemaProblem[];
  readonly last: SendState;
  readonly change: (element: string, value: unknown) => void;
  readonly choose: (element: string, isSent: boolean) => void;
  readonly fillSample: (elements?: readonly string[]) => void;
  /** Subject and elements of the next request. */
  readonly toRequest: () => { readonly subject: unknown; readonly sent: readonly string[] };
  /** Replaces the draft with a body that was edited as JSON. */
  readonly takeBody: (body: unknown) => void;
  /** Sends a body. @returns Whether the service accepted it. */
  readonly send: (body: unknown) => Promise<boolean>;
}

/** Keeps the data that the user enters for a step, until the service has accepted the data. */
export function useStepDraft(
  world: string,
  schema: RequestSchema,
  collects: readonly StepElement[],
  declared: readonly DeclaredElement[],
  post: (body: unknown) => Promise<unknown>,
): StepDraft {
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [last, setLast] = useState<SendState>({ state: "idle" });
  const names = collects.map(({ element }) => element).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the forms depend only on the names.
  const forms = useMemo(
    () => collects.flatMap(({ element }) => createElementForm(schema.root, schema.subject, element, declared) ?? []),
    [schema, names, declared],
  );
  const { subject } = draft;
  const requestId = last.state === "refused" && last.error instanceof ApiError ? last.error.requestId : undefined;
  const refusal = useRequests(world).data?.requests.findLast((one) => one.requestId === requestId)?.refusal;
  const changed = last.state === "refused" ? last.changed : [];
  const placed = (refusal === undefined ? [] : placeProblems(refusal)).filter(
    ({ element = "" }) => !changed.includes(element),
  );
  const sentBefore = last.state === "accepted" ? last.sent : [];
  const elements = forms.map((form): ElementState => {
    const row = collects.find(({ element }) => element === form.element) ?? {
      element: form.element,
      isRequired: false,
    };
    const isAccepted = row.acceptedBy !== undefined;
    return {
      ...row,
      form,
      value: readElement(subject, form),
      isSent: isAccepted ? draft.chosen.get(form.element) === true : isSent(draft, form, row.isRequired),
      isDropped: !isAccepted && sentBefore.includes(form.element),
      errors: placed
        .filter(({ element, path }) => element === form.element && path === undefined)
        .map(({ problem }) => problem),
    };
  });
  const schemaProblems = useMemo(() => validate(schema.root, subject, schema.subject), [schema, subject]);
  const serviceProblems = placed.flatMap(({ path, problem }) =>
    path === undefined ? [] : [{ path, message: problem }],
  );

  const forgetErrors = (elements: readonly string[]) =>
    setLast((known) => (known.state === "refused" ? { ...known, changed: [...known.changed, ...elements] } : known));
  const change = (element: string, value: unknown) => {
    const form = forms.find((one) => one.element === element);
    if (form === undefined) return;
    setDraft((known) => ({ ...known, subject: writeElement(known.subject, form, value) }));
    forgetErrors([element]);
  };
  const fillSample = (wanted?: readonly string[]) => {
    const chosen = elements.filter((one) =>
      wanted === undefined ? one.acceptedBy === undefined : wanted.includes(one.element),
    );
    const source = { ...schema, images: sampleImages() };
    setDraft((known) => {
      const filled = chosen.reduce((data, { form }) => writeElement(data, form, sampleOf(source, form)), known.subject);
      return { ...known, subject: filled };
    });
    forgetErrors(chosen.map(({ element }) => element));
  };
  const send = async (body: unknown) => {
    setLast({ state: "sending" });
    try {
      await post(body);
      const { chosen } = toDraft(body, forms, emptyDraft);
      setDraft((known) => ({ ...known, chosen: emptyDraft.chosen }));
      setLast({ state: "accepted", sent: [...chosen].filter(([, isChosen]) => isChosen).map(([element]) => element) });
      return true;
    } catch (reason) {
      const error = reason instanceof Error ? reason : new Error(String(reason));
      setLast({ state: "refused", error, changed: [] });
      return false;
    }
  };
  return {
    elements,
    subject,
    problems: [...serviceProblems, ...schemaProblems],
    last,
    change,
    choose: (element, isChosen) =>
      setDraft((known) => ({ ...known, chosen: new Map(known.chosen).set(element, isChosen) })),
    fillSample,
    toRequest: () => {
      const sent = elements.filter((one) => one.isSent).map(({ element }) => element);
      return { subject: toRequestSubject(subject, forms, sent), sent };
    },
    takeBody: (body) => setDraft((known) => toDraft(body, forms, known)),
    send,
  };
}

/** The body of a step as JSON that the user may edit. */
interface StepJson {
  readonly text: string;
  /** The value of the text; undefined if it is not JSON. */
  readonly parsed: { readonly value: unknown } | undefined;
  /** Whether the user has changed the body. */
  readonly isEdited: boolean;
  readonly edit: (text: string) => void;
  /** Discards the edits, so that the text follows the form again. */
  readonly reset: () => void;
}

/**
 * Keeps the user's edits of a body. Without edits, the text is the result of `build`, or empty if `build` returns
 * undefined.
 */
export function useStepJson(build: () => unknown): StepJson {
  const [edited, edit] = useState<string>();
  const text = edited ?? JSON.stringify(build(), null, 2) ?? "";
  const value = parseJson(text);
  const parsed = value === undefined ? undefined : { value };
  return { text, parsed, isEdited: edited !== undefined, edit, reset: () => edit(undefined) };
}

import { ApiError, type ErrorEntry } from "@journey-kit/client";
import { useMemo, useState } from "react";
import { type SchemaProblem, validate } from "../../../ui/json-editor/validate.ts";
import {
  type DeclaredElement,
  type ElementForm,
  readElement,
  toElementForm,
  writeElement,
} from "../form/element-form.ts";
import { findErrorPlace } from "../form/error-place.ts";
import type { RequestSchema } from "../form/request-schema.ts";
import { sampleOf } from "../form/sample.ts";
import { type Draft, emptyDraft, isSent, toDraft, toRequestSubject } from "../form/submission.ts";
import { sampleImages } from "../inputs/sample-images.ts";

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
  /** The errors that the service reported for the element as a whole. */
  readonly errors: readonly ErrorEntry[];
}

/** An error from the service, and the place that its text names. */
interface PlacedError {
  readonly error: ErrorEntry;
  readonly element?: string;
  readonly path?: readonly (string | number)[];
}

/** How the last request ended. */
type SendState =
  | { readonly state: "idle" | "sending" }
  | { readonly state: "accepted"; readonly sent: readonly string[] }
  | { readonly state: "refused"; readonly error: Error; readonly placed: readonly PlacedError[] };

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
    () => collects.flatMap(({ element }) => toElementForm(schema.root, schema.subject, element, declared) ?? []),
    [schema, names, declared],
  );
  const { subject } = draft;
  const placed = last.state === "refused" ? last.placed : [];
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
        .map(({ error }) => error),
    };
  });
  const schemaProblems = useMemo(() => validate(schema.root, subject, schema.subject), [schema, subject]);
  const serviceProblems = placed.flatMap(({ path, error }) =>
    path === undefined ? [] : [{ path, message: error.problem }],
  );

  const forgetErrors = (changed: readonly string[]) =>
    setLast((known) => {
      if (known.state !== "refused") return known;
      return { ...known, placed: known.placed.filter(({ element = "" }) => !changed.includes(element)) };
    });
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
      const errors = error instanceof ApiError ? error.errors : [];
      const placed = errors.map((one) => ({ error: one, ...findErrorPlace(one.problem, forms) }));
      setLast({ state: "refused", error, placed });
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

import { isRecord, memberOf, parsePath } from "@journey-kit/schemas/calls";
import type { Exchange } from "@journey-kit/schemas/control";
import { type ElementForm, readElement, writeElement } from "./element-form.ts";

/** What a request will contain: the data of a step, and the elements to send. */
export interface Draft {
  /** Data of all elements of the step, and of members that belong to none of them. */
  readonly subject: unknown;
  /** Elements that the user chose to send or to omit. All other elements are sent if they are required or have data. */
  readonly chosen: ReadonlyMap<string, boolean>;
}

/** A draft without data. */
export const emptyDraft: Draft = { subject: {}, chosen: new Map() };

export const isSent = ({ subject, chosen }: Draft, form: ElementForm, isRequired: boolean): boolean =>
  chosen.get(form.element) ?? (isRequired || readElement(subject, form) !== undefined);

/** Builds the subject of a request: the data of the elements to send, and of members that belong to no element. */
export function toRequestSubject(subject: unknown, forms: readonly ElementForm[], sent: readonly string[]): unknown {
  const others = forms.reduceRight((rest, form) => writeElement(rest, form, undefined), subject);
  return forms
    .filter(({ element }) => sent.includes(element))
    .reduce((built, form) => writeElement(built, form, readElement(subject, form)), others);
}

/**
 * Converts a request body that was edited as JSON back to a draft. Elements that the body does not send keep the
 * data that they have in the earlier draft.
 */
export function toDraft(body: unknown, forms: readonly ElementForm[], earlier: Draft): Draft {
  const context = memberOf(body, "context");
  const sentSubject = memberOf(context, "subject");
  const participants = memberOf(body, "participants");
  const named = Array.isArray(participants) ? participants.map((one) => memberOf(one, "domainElementId")) : undefined;
  const isIn = (form: ElementForm) => named?.includes(form.element) ?? readElement(sentSubject, form) !== undefined;
  const subject = forms
    .filter((form) => !isIn(form) && readElement(sentSubject, form) === undefined)
    .reduce<unknown>(
      (merged, form) => writeElement(merged, form, readElement(earlier.subject, form)),
      isRecord(sentSubject) ? sentSubject : {},
    );
  return { subject, chosen: new Map(forms.map((form) => [form.element, isIn(form)])) };
}

/** A problem that the service reported, and where it is in the subject. */
export interface PlacedProblem {
  readonly problem: string;
  readonly element?: string | undefined;
  /** Names and indexes in the subject; undefined if the problem is about no member of it. */
  readonly path?: readonly (string | number)[] | undefined;
}

/** Finds the places of the problems of a refused request, as its journal entry has them. Spec 7. */
export const placeProblems = ({ problems, places = [] }: NonNullable<Exchange["refusal"]>): readonly PlacedProblem[] =>
  problems.map((problem, i) => {
    const { element, path = "" } = places[i] ?? {};
    const [context, subject, ...steps] = parsePath(path) ?? [];
    const isInSubject = context === "context" && subject === "subject" && steps.length > 0;
    const keys = steps.filter((step) => typeof step !== "object");
    return { problem, element, ...(isInSubject && { path: keys }) };
  });

/** A heading with the elements below it. */
export interface StepPage {
  readonly label: string;
  readonly elements: readonly string[];
}

/**
 * Puts the elements of a step below the headings of its pages. Each element is shown once; elements without a page come
 * last. A single page needs no heading.
 */
export function groupByPage<State extends { readonly element: string }>(
  states: readonly State[],
  pages: readonly StepPage[],
): readonly { readonly label: string; readonly states: readonly State[] }[] {
  const pageOf = ({ element }: State) => pages.find(({ elements }) => elements.includes(element));
  const rows = pages.map((page) => ({ label: page.label, states: states.filter((state) => pageOf(state) === page) }));
  const rest = { label: "Other data", states: states.filter((state) => pageOf(state) === undefined) };
  const filled = [...rows, rest].filter((row) => row.states.length > 0);
  return filled.length === 1 ? filled.map((row) => ({ ...row, label: "" })) : filled;
}

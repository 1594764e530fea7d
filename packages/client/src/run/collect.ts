import type { ElementName } from "@journey-kit/schemas/calls";
import { untilAborted } from "../call/clock.ts";
import type { ElementAnswer } from "../types/elements.ts";
import type { SubjectInput } from "../types/subject.ts";
import { placeElement } from "./place.ts";

/** Details of the element that {@link Collect} must return. */
export interface CollectSpec {
  readonly need: "required" | "optional";
  /** How many times the run has called `collect` for this element, including this time. */
  readonly attempt: number;
  /** Id of the interaction or task that collects the element. */
  readonly id: string;
  /** The signal of the run, for example to close a form when the run is aborted. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Returns the value of a domain element, for example `{ firstName, lastNames }` for `FullName`. For a custom element,
 * returns `{ subject }` with the data in its place. To skip an optional element, returns nothing. Spec 2.6.
 */
export type Collect = (
  element: ElementName | (string & {}),
  spec: CollectSpec,
) => ElementAnswer | Promise<ElementAnswer>;

/** An element to collect. */
export interface ElementRequest {
  readonly element: string;
  readonly need: "required" | "optional";
  /** The place in the subject, for an element that is not in the element table. */
  readonly path?: string;
}

/** Creates the record of a run's calls to {@link Collect}. When `signal` aborts, the run stops waiting for a value. */
export const createMemory = ({ signal }: { readonly signal?: AbortSignal | undefined }) => ({
  signal,
  /** How often {@link Collect} was called for each element. */
  asked: new Map<string, number>(),
  /** Values that the service has not accepted yet, by element. Used instead of calling {@link Collect} again. */
  answers: new Map<string, ElementAnswer>(),
});

/** What a run remembers about its calls to {@link Collect}. */
export type Memory = ReturnType<typeof createMemory>;

/**
 * Collects elements one after another, and puts each value in its place in a subject. Returns the subject, and the names
 * of the elements that have a value.
 */
export async function collectElements(
  collect: Collect,
  wanted: readonly ElementRequest[],
  id: string,
  { signal, asked, answers }: Memory,
) {
  const given: string[] = [];
  let subject: SubjectInput = {};
  for (const { element, need, path } of wanted) {
    let answer = answers.get(element);
    if (answer === undefined) {
      const attempt = (asked.get(element) ?? 0) + 1;
      asked.set(element, attempt);
      answer = await untilAborted(signal, collect(element, { need, attempt, id, signal }));
    }
    if (answer === undefined) continue;
    answers.set(element, answer);
    subject = placeElement(subject, element, answer, path);
    given.push(element);
  }
  return { given, subject };
}

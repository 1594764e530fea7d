import type { ElementName } from "@journey-kit/schemas/elements";
import type { ElementAnswer } from "../types/elements.ts";
import type { SubjectInput } from "../types/subject.ts";
import { place } from "./place.ts";

/** Details of a request to {@link Collect}. */
export interface CollectSpec {
  readonly need: "required" | "optional";
  /** Counts requests for this element in this journey, from 1. It exceeds 1 if the service asks again. */
  readonly attempt: number;
  /** The interaction or task that collects the element. */
  readonly id: string;
}

/**
 * Returns the value of a domain element, for example `{ firstName, lastNames }` for `FullName`; or `{ subject }` with
 * the data already in its place; or nothing for an optional element. Spec 2.6.
 */
export type Collect = (
  element: ElementName | (string & {}),
  spec: CollectSpec,
) => ElementAnswer | Promise<ElementAnswer>;

/** An element to collect. */
export interface ElementRequest {
  readonly element: string;
  readonly need: "required" | "optional";
  /** Its place in the subject, if the element table does not list it. */
  readonly path?: string;
}

/** The collected element names, and a subject with their data. */
export interface CollectedElements {
  readonly given: readonly string[];
  readonly subject: SubjectInput;
}

/** Requests to {@link Collect} and its answers so far. */
export interface Memory {
  /** How often each element was requested. */
  readonly asked: Map<string, number>;
  /** Answers that the service has not accepted yet; used before calling {@link Collect} again. */
  readonly answers: Map<string, ElementAnswer>;
}

/** Collects elements one at a time and puts each in its place in the subject. */
export async function collectElements(
  collect: Collect,
  wanted: readonly ElementRequest[],
  id: string,
  { asked, answers }: Memory,
): Promise<CollectedElements> {
  const given: string[] = [];
  let subject: SubjectInput = {};
  for (const { element, need, path } of wanted) {
    let answer = answers.get(element);
    if (answer === undefined) {
      const attempt = (asked.get(element) ?? 0) + 1;
      asked.set(element, attempt);
      answer = await collect(element, { need, attempt, id });
    }
    if (answer === undefined) continue;
    answers.set(element, answer);
    subject = place(subject, element, answer, path);
    given.push(element);
  }
  return { given, subject };
}

import type { ElementName } from "@journey-kit/schemas/elements";
import { place, type Subject } from "./place.ts";

/** What is asked of {@link Collect} beside the name of an element. */
export interface CollectSpec {
  readonly need: "required" | "optional";
  /** How often this element is asked for in this journey, from 1: more than once where the service wants it again. */
  readonly attempt: number;
  /** The interaction or the task that collects it. */
  readonly id: string;
}

/**
 * Gives the value of a domain element, for example `{ firstName, lastNames }` for `FullName`; or `{ subject }`, data that
 * stands in a subject where it belongs; or nothing, for an element that is optional. Spec 2.6.
 */
export type Collect = (
  element: ElementName | (string & {}),
  spec: CollectSpec,
) => ElementAnswer | Promise<ElementAnswer>;

/** What {@link Collect} may give. */
export type ElementAnswer = string | object | undefined;

/** An element to ask for. */
export interface Wanted {
  readonly element: string;
  readonly need: "required" | "optional";
  /** Where it belongs, where the table of elements does not say. */
  readonly path?: string;
}

/** What was given: names of elements, and a subject with the data of each. */
export interface Gathered {
  readonly given: readonly string[];
  readonly subject: Subject;
}

/** What {@link Collect} has been asked and has given. */
export interface Memory {
  /** How often each element has been asked for. */
  readonly asked: Map<string, number>;
  /** Answers that the service has not taken yet: they are used before anybody is asked again. */
  readonly answers: Map<string, ElementAnswer>;
}

/** Asks for elements one after the other, and puts each where it belongs. */
export async function gather(
  collect: Collect,
  wanted: readonly Wanted[],
  id: string,
  { asked, answers }: Memory,
): Promise<Gathered> {
  const given: string[] = [];
  let subject: Subject = {};
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

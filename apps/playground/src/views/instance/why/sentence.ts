import type { Decider, Explanation } from "@journey-kit/schemas/control";
import { describeDecider } from "@journey-kit/schemas/report";
import type { Run } from "../module-state.ts";

/** A part of a sentence: plain text, or a name to emphasise or link. */
export type Part =
  | string
  /** A module, a step or an element. */
  | { readonly kind: "name"; readonly text: string }
  /** A request, by its `sequence`. */
  | { readonly kind: "request"; readonly text: string; readonly sequence: number }
  | { readonly kind: "gap"; readonly text: string }
  /** A rule of a scenario. */
  | { readonly kind: "scenario"; readonly text: string; readonly scenario: string };

export type Sentence = readonly Part[];

/** An interaction or a task. */
export type Step = Explanation["steps"][number];

export const name = (text: string): Part => ({ kind: "name", text });

/** Joins parts with commas and a final "and". */
export const list = (entries: readonly Sentence[]): Sentence =>
  entries.flatMap((entry, i) => {
    const joint = i === 0 ? [] : i === entries.length - 1 ? [" and "] : [", "];
    return [...joint, ...entry];
  });

export const names = (texts: readonly string[]): Sentence => list(texts.map((text) => [name(text)]));

export const toText = (sentence: Sentence): string =>
  sentence.map((part) => (typeof part === "string" ? part : part.text)).join("");

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Formats a number of things in words: `two modules`. */
export const count = (number: number, noun: string): string =>
  `${words[number] ?? number} ${noun}${number === 1 ? "" : "s"}`;

/** Makes the first letter a capital. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Says who set the outcome of a run, after the text `before`; nothing if the module decided the outcome. */
export function deciderOf({ decidedBy }: Run, before: string): Sentence {
  return decidedBy.type === "module" ? [] : [before, nameDecider(decidedBy)];
}

export function nameDecider(decider: Decider): Part {
  const text = describeDecider(decider);
  return decider.type === "scenario" ? { kind: "scenario", text, scenario: decider.scenario } : text;
}

/** The last run of each module in each segment. */
export const latestRuns = (runs: readonly Run[]): readonly Run[] =>
  runs.filter(
    (run, i) => runs.findLastIndex((later) => later.module === run.module && later.segment === run.segment) === i,
  );

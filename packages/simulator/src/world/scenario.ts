import type { ModuleName } from "@journey-kit/schemas/modules";
import { parsePath, readPath } from "./path.ts";
import type { Millis } from "./time.ts";

/** What a rule of a scenario looks at. Every condition given must hold. */
export interface Condition {
  /** Id of the journey definition, without environment or version. */
  readonly journey?: string;
  readonly generation?: "v1" | "v2";
  readonly module?: ModuleName;
  readonly variant?: string;
  /** The n-th run of the module, counted from 1. */
  readonly attempt?: number;
  /** The n-th instance of the world, counted from 1. */
  readonly ordinal?: number;
  /** A value of the subject; one entry of an array is enough. */
  readonly subject?: { readonly path: string; readonly equals: string };
}

/** What a module comes to under a rule. */
export interface Consequence {
  /** A named outcome of the module, or `accept`, `refer` or `reject` for its first one that evaluates so. */
  readonly outcome?: string;
  /** Duration of the run, in milliseconds. */
  readonly latency?: Millis;
  /** `fail`: the module cannot complete, and the instance fails. `never`: it does not finish. */
  readonly ends?: "fail" | "never";
}

/** Scripted module outcomes, as data: the first rule whose conditions hold decides. */
export interface Scenario {
  readonly name: string;
  readonly rules: readonly { readonly when: Condition; readonly then: Consequence }[];
}

/** What is known about a module when it starts. */
export interface Occasion {
  readonly journey: string;
  readonly generation: "v1" | "v2";
  readonly module: ModuleName;
  readonly variant: string;
  readonly attempt: number;
  readonly ordinal: number;
  readonly subject: unknown;
}

/** Finds what a scenario makes of a module run; nothing where no rule applies. */
export const decide = (scenario: Scenario, occasion: Occasion): Consequence =>
  scenario.rules.find(({ when }) => applies(when, occasion))?.then ?? {};

function applies({ subject, ...facts }: Condition, occasion: Occasion): boolean {
  const keys = Object.keys(facts) as (keyof typeof facts)[]; // `Object.keys` forgets the literal keys it was given
  return (
    keys.every((key) => facts[key] === occasion[key]) &&
    (subject === undefined || holds(readPath(occasion.subject, parsePath(subject.path) ?? []), subject.equals))
  );
}

function holds(value: unknown, expected: string): boolean {
  if (Array.isArray(value)) return value.some((entry) => holds(entry, expected));
  return typeof value === "string" && value.toLowerCase() === expected.toLowerCase();
}

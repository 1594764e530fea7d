import type { Consequence, ScenarioList } from "@journey-kit/schemas/control";
import { type Classification, type DeclaringJourney, moduleOf } from "@journey-kit/schemas/tables";
import { formatDuration } from "../../text/format.ts";

/** The effect of a test person on a journey. */
export type Effect = "reject" | "refer" | "accept" | "fail" | "never" | "repeat" | "other";

/** A last name that decides module outcomes. */
export interface TestPerson {
  readonly lastName: string;
  /** The affected module; undefined if every module is affected. */
  readonly module: string | undefined;
  readonly effect: Effect;
  readonly words: string;
}

/** The part of a journey definition that says which modules run. */
interface Journey extends DeclaringJourney {
  readonly id: string;
  readonly segments: readonly { readonly modules: readonly { readonly module: string }[] }[];
}

type Rule = ScenarioList["scenarios"][number]["rules"][number];

/**
 * Finds the last names for which the default scenario of a world has rules, and the effect of each name in `journey`.
 * Rules for other journeys and for modules that the journey does not run are omitted.
 */
export function findTestPeople({ always, scenarios }: ScenarioList, journey: Journey): readonly TestPerson[] {
  const rules = scenarios.find(({ name }) => name === always)?.rules ?? [];
  const modules = new Set(journey.segments.flatMap((segment) => segment.modules.map(({ module }) => module)));
  const people = rules.flatMap(({ when, then }) => {
    const lastName = lastNameOf(when);
    const { module, attempt } = when;
    const isForJourney =
      (when.journey ?? journey.id) === journey.id &&
      (when.apiVersion ?? journey.apiVersion) === journey.apiVersion &&
      (module === undefined || modules.has(module));
    if (lastName === undefined || !isForJourney) return [];
    const effect = effectOf(then, module, journey);
    return [{ lastName, module, effect, words: describe(then, module, attempt) }];
  });
  return Object.values(Object.groupBy(people, ({ lastName }) => lastName.toLowerCase())).flatMap(toOne);
}

/** Combines the effects of several rules for the same last name. */
function toOne(entries: readonly TestPerson[] = []): readonly TestPerson[] {
  const [first] = entries;
  return first === undefined ? [] : [{ ...first, words: entries.map(({ words }) => words).join("; ") }];
}

/** The last name in the condition of a rule, if the rule has no other condition on the person. */
function lastNameOf({ subject = [] }: Rule["when"]): string | undefined {
  const [condition, ...others] = subject;
  return condition?.path === "identity.lastNames" && others.length === 0 ? condition.equals : undefined;
}

const leadsTo = { positive: "accept", neutral: "refer", negative: "reject" } as const satisfies Record<
  Classification,
  Effect
>;

function effectOf({ outcome, ends, retry }: Consequence, module: string | undefined, journey: Journey): Effect {
  if (ends !== undefined) return ends;
  if (retry === "automatic" || retry === "recollect") return "repeat";
  if (outcome === undefined) return "other";
  if (typeof outcome === "object") return leadsTo[outcome.classification];
  if (outcome === "accept" || outcome === "refer" || outcome === "reject") return outcome;
  const outcomes = module === undefined ? [] : moduleOf(module, journey).outcomes;
  const classification = outcomes.find(({ name }) => name === outcome)?.classification;
  return classification === undefined ? "other" : leadsTo[classification];
}

function describe(
  { outcome, ends, retry, latency }: Consequence,
  module: string | undefined,
  attempt: number | undefined,
): string {
  const name = typeof outcome === "object" ? outcome.name : outcome;
  const parts = [
    ends === "fail" && `${module ?? "The first modules"} cannot complete`,
    ends === "never" && (module === undefined ? "The first modules never finish" : `${module} never finishes`),
    name !== undefined && (module === undefined ? `Every module leads to ${name}` : `${module}: ${name}`),
    ends === undefined && name === undefined && (module ?? "Every module"),
    attempt !== undefined && `on attempt ${attempt}`,
    retry === "recollect" && "then its data is requested again",
    retry === "automatic" && "then it runs again",
    latency !== undefined && `takes ${typeof latency === "number" ? formatDuration(latency) : "a random time"}`,
  ];
  return parts.filter((part) => part !== false).join(", ");
}

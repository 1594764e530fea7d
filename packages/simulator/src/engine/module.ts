import type { ModuleUse } from "@journey-kit/schemas";
import { memberOf } from "@journey-kit/schemas/calls";
import { ageAt, parseDate } from "@journey-kit/schemas/personal";
import {
  type Classification,
  defaultEvaluation,
  type Module,
  type ModuleOutcome,
  moduleOf,
} from "@journey-kit/schemas/tables";
import { memoize } from "../world/cache.ts";
import { formatList } from "../world/list.ts";
import { decide, drawLatency, type ModuleContext, type OutcomeChoice } from "../world/scenario.ts";
import { endOfTime, type Millis } from "../world/time.ts";
import type { Instance, ModuleRun, Outcome } from "./instance.ts";
import { toScenarioSubject, toSubject } from "./subject.ts";
import type { InstanceTerms } from "./terms.ts";

const ageOfMajority = 18;

/** The part of a journey that evaluates outcomes and declares modules. */
export type EvaluatingJourney = Pick<InstanceTerms["definition"], "apiVersion" | "modules" | "evaluation">;

/** Maps a classification to an outcome of the journey. Spec 1. */
export const outcomeFor = ({ evaluation }: EvaluatingJourney, classification: Classification): Outcome =>
  evaluation?.[classification] ?? defaultEvaluation[classification];

/**
 * Finds an outcome of a module by its name, or the first outcome that leads to `accept`, `refer` or `reject` in a
 * journey. Returns a custom outcome unchanged.
 */
export function findOutcome(
  journey: EvaluatingJourney,
  module: string,
  chosen: OutcomeChoice,
): ModuleOutcome | undefined {
  if (typeof chosen !== "string") return chosen;
  const { named, classified } = outcomesOf(moduleOf(module, journey));
  return named.get(chosen) ?? classified.find(({ classification }) => outcomeFor(journey, classification) === chosen);
}

/** The outcomes of a module by name, and the first outcome of each classification. The first of equal names counts. */
const outcomesOf = memoize(({ outcomes }: Module) => {
  const named = new Map<string, ModuleOutcome>();
  const classified = new Map<Classification, ModuleOutcome>();
  for (const outcome of outcomes) {
    const { name, classification } = outcome;
    if (!named.has(name)) named.set(name, outcome);
    if (!classified.has(classification)) classified.set(classification, outcome);
  }
  return { named, classified: [...classified.values()] };
});

export function describeOutcomes(journey: EvaluatingJourney, module: string): string {
  const { outcomes } = moduleOf(module, journey);
  const names = outcomes.map(({ name, classification }) => `${name} (${outcomeFor(journey, classification)})`);
  return `${module} can return ${formatList(names)}, or a custom outcome.`;
}

export interface ModuleStarter {
  count(runs: readonly ModuleRun[]): void;
  /** Starts modules, and decides the outcome and finish time of each. Spec 1. */
  start(instance: Instance, uses: readonly ModuleUse[], at: Millis): readonly ModuleRun[];
}

/** Creates a starter for an instance with some finished runs. It builds the subject again only if the data changed. */
export function createModuleStarter(terms: InstanceTerms, finished: readonly ModuleRun[]): ModuleStarter {
  const counts = new Map<string, number>();
  const count = (runs: readonly ModuleRun[]): void => {
    for (const { module } of runs) counts.set(module, (counts.get(module) ?? 0) + 1);
  };
  count(finished);
  let provided: Instance["provided"] | undefined;
  let subject: unknown;
  return {
    count,
    start(instance, uses, at) {
      if (uses.length === 0) return [];
      if (provided !== instance.provided) subject = toScenarioSubject(terms, instance);
      provided = instance.provided;
      return uses.map((use) => startModule(terms, instance, subject, use, at, 1 + (counts.get(use.module) ?? 0)));
    },
  };
}

function startModule(
  terms: InstanceTerms,
  instance: Instance,
  subject: unknown,
  use: ModuleUse,
  at: Millis,
  own: number,
): ModuleRun {
  const { module, variant } = use;
  const earlier = Object.hasOwn(instance.earlierRuns, module) ? (instance.earlierRuns[module] ?? 0) : 0;
  const context: ModuleContext = {
    journey: terms.definition.id,
    apiVersion: terms.definition.apiVersion,
    module,
    variant,
    attempt: earlier + own,
    instance: instance.id,
    ordinal: instance.ordinal,
    subject,
  };
  const { definition, scenarios, seed } = terms;
  const { consequence, decidedBy } = decide(
    scenarios,
    context,
    (outcome) => findOutcome(definition, module, outcome) !== undefined,
  );
  const { outcome, ends, advice, retry } = consequence;
  const defaultLatency = terms.latency ?? use.latency ?? moduleOf(module, definition).latency;
  const latency = drawLatency(consequence, seed, { ...context, attempt: own }) ?? defaultLatency;
  const chosen = outcome === undefined ? undefined : findOutcome(definition, module, outcome);
  return {
    segment: instance.segment,
    module,
    variant,
    attempt: context.attempt,
    startedAt: at,
    finishesAt: ends === "never" ? endOfTime : Math.min(endOfTime, at + latency),
    outcome: chosen ?? naturalOutcome(terms, instance, module, at),
    breaks: ends === "fail",
    ...(advice && { advice }),
    ...(retry && { retry }),
    decidedBy,
  };
}

/** The outcome if no scenario decides it. Age Verification uses the date of birth; every other module returns its default. */
function naturalOutcome(terms: InstanceTerms, instance: Instance, module: string, at: Millis): ModuleOutcome {
  const { outcomes } = moduleOf(module, terms.definition);
  const [first] = outcomes;
  if (module !== "Age Verification") return first;
  const born = parseDate(memberOf(memberOf(toSubject(terms, instance), "identity"), "dateOfBirth"));
  if (born !== undefined && ageAt(born, at) >= ageOfMajority) return first;
  return outcomes.find(({ name }) => name === (born === undefined ? "Age Unknown" : "Under Age")) ?? first;
}

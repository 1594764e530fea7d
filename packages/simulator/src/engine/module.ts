import type { ModuleUse } from "@journey-kit/schemas";
import { type Classification, type ModuleName, moduleOf, modules } from "@journey-kit/schemas/modules";
import { memberOf } from "@journey-kit/schemas/subject-path";
import { ageAt, parseDate } from "../world/date.ts";
import { decide, type ModuleContext, toLatency } from "../world/scenario.ts";
import { endOfTime, type Millis } from "../world/time.ts";
import type { Instance, InstanceTerms, ModuleRun, Outcome } from "./instance.ts";
import { toSubject } from "./subject.ts";

const ageOfMajority = 18;
const ageOutcome = (name: "Age Unknown" | "Under Age"): number =>
  modules["Age Verification"].outcomes.findIndex((outcome) => outcome.name === name);

const defaultOutcomes = { positive: "accept", neutral: "refer", negative: "reject" } as const;

/** How the outcome of a module run is classified. Spec 4.2. */
export const classify = ({ module, outcome }: ModuleRun): Classification =>
  moduleOf(module).outcomes[outcome]?.classification ?? "positive";

/** Maps a classification to an outcome of the journey. Spec 1. */
export const outcomeFor = ({ definition }: InstanceTerms, classification: Classification): Outcome =>
  definition.evaluation?.[classification] ?? defaultOutcomes[classification];

/** Starts a module for an instance and decides its outcome and finish time. Spec 1. */
export function startModule(terms: InstanceTerms, instance: Instance, use: ModuleUse, at: Millis): ModuleRun {
  const { module, variant } = use;
  const subject = toSubject(terms, instance);
  const earlier = instance.earlierRuns[module] ?? 0;
  const attempt = earlier + 1 + instance.finished.filter((run) => run.module === module).length;
  const context: ModuleContext = {
    journey: terms.definition.id,
    generation: terms.definition.generation,
    module,
    variant,
    attempt,
    instance: instance.id,
    ordinal: instance.ordinal,
    subject,
  };
  const { consequence, decidedBy } = decide(terms.scenario, context);
  const seed = terms.scenario.seed ?? terms.seed;
  const defaultLatency = terms.latency ?? use.latency ?? moduleOf(module).latency;
  const latency = toLatency(consequence, seed, context) ?? defaultLatency;
  return {
    segment: instance.segment,
    module,
    variant,
    attempt,
    startedAt: at,
    finishesAt: consequence.ends === "never" ? endOfTime : Math.min(endOfTime, at + latency),
    outcome: outcomeIndex(terms, module, consequence.outcome) ?? naturalOutcome(module, subject, at),
    breaks: consequence.ends === "fail",
    ...(consequence.advice && { advice: consequence.advice }),
    decidedBy,
  };
}

/**
 * Finds a module outcome by name. `accept`, `refer` and `reject` find the first outcome that leads to them in this
 * journey.
 */
export function outcomeIndex(
  terms: InstanceTerms,
  module: ModuleName,
  outcome: string | undefined,
): number | undefined {
  if (outcome === undefined) return undefined;
  const { outcomes } = moduleOf(module);
  const named = outcomes.findIndex(({ name }) => name === outcome);
  const index = named === -1 ? outcomes.findIndex((one) => outcomeFor(terms, one.classification) === outcome) : named;
  return index === -1 ? undefined : index;
}

/** The outcome if no scenario decides it. Age Verification uses the date of birth; every other module succeeds. */
function naturalOutcome(module: ModuleName, subject: unknown, at: Millis): number {
  if (module !== "Age Verification") return 0;
  const born = parseDate(memberOf(memberOf(subject, "identity"), "dateOfBirth"));
  if (born === undefined) return ageOutcome("Age Unknown");
  return ageAt(born, at) >= ageOfMajority ? 0 : ageOutcome("Under Age");
}

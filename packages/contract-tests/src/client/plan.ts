import type { FaultPlan } from "@journey-kit/schemas/control";
import { ProfileError, resolveProfile } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { generatedCondition, journeyEndpoints } from "../arbitraries/condition.ts";
import type { JourneyRun } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import { changedReadings } from "../service/readings.ts";
import { builtInRuns, type ConditionId, conditionRows, createCondition, usualRun } from "./conditions.ts";
import type { CheckOptions } from "./options.ts";
import type { RequirementRow } from "./requirements.ts";
import type { Runner } from "./run.ts";

interface PlanOptions extends CheckOptions {
  readonly seed: number;
  readonly rows: readonly RequirementRow[];
}

/** Plans the conditions of a check: those of the table, the caller's own one, and generated ones. */
export function createPlan(runner: Runner, { apiVersion = "v2", seed, rows, ...options }: PlanOptions) {
  const profile = resolveProfile(options.profile);
  const run: JourneyRun =
    options.run ??
    (apiVersion === "v2" ? usualRun : { ...usualRun, resourceId: "document-and-selfie-v1@latest", apiVersion });
  /** A condition of the table, under the profile of the check. */
  const named = (id: Exclude<ConditionId, "custom">, region?: Condition["region"]): Condition => {
    const condition = createCondition(id, { pollIntervalMs: runner.pollIntervalMs(), run }, region);
    const readings = changedReadings(resolveProfile({ readings: { ...profile, ...condition.readings } }));
    return forApiVersion({ ...condition, readings }, apiVersion);
  };
  return {
    named,
    /** The conditions of the table, except those in `known`. Leaves out those that the profile makes impossible. */
    table: (region: Condition["region"], known: readonly string[]): readonly Condition[] =>
      conditionRows
        .filter(([id]) => !known.includes(id) && (options.only === undefined || isWanted(id, rows)))
        .filter(([, { hasOwnJourney }]) => hasOwnJourney !== true || (options.run === undefined && apiVersion === "v2"))
        .flatMap(([id]) => {
          try {
            return [named(id, region)];
          } catch (error) {
            if (error instanceof ProfileError) return [];
            throw error;
          }
        }),
    custom: (region: Condition["region"]): readonly Condition[] => {
      const own = { id: "custom", text: "Your own condition.", runs: [run], region, review: "accept" as const };
      return options.custom === undefined ? [] : [{ ...options.custom, ...own, readings: changedReadings(profile) }];
    },
    generated: (): readonly Condition[] => {
      const { generate: numRuns = 0 } = options;
      const fixed = options.profile === undefined ? undefined : profile;
      if (numRuns === 0) return [];
      const all = fc.sample(generatedCondition({ apiVersion, profile: fixed }), { seed, numRuns });
      return runner.isVirtual() ? all : all.map((one) => ({ ...one, faults: withoutRetryAfter(one.faults) }));
    },
    /** The journey under which every schedule of faults is run. */
    scheduleRun: options.run ?? builtInRuns.find((one) => one.apiVersion === apiVersion) ?? run,
  };
}

/** The conditions that show most failures of a requirement that every condition can show. */
const revealing: readonly string[] = [
  "submit-refused",
  "large-image",
  "revoked-token",
  "known-element",
  "no-optional-data",
  "detailed-person",
  "asks-again",
  "built-in-journeys",
];

const isWanted = (id: string, rows: readonly RequirementRow[]): boolean =>
  rows.some(([, { conditions }]) => conditions?.some((one) => one === id) ?? revealing.includes(id));

/** Removes `Retry-After`, because a client with its own timers would really wait that long. */
const withoutRetryAfter = (faults: FaultPlan = { rules: [] }): FaultPlan => ({
  rules: faults.rules.map(({ when, then }) => ({
    when,
    then: then.type === "status" ? { type: "status", status: then.status } : then,
  })),
});

/** Turns a condition of the table into one for v1. Spec 9. */
function forApiVersion(condition: Condition, apiVersion: "v1" | "v2"): Condition {
  if (apiVersion === "v2" || condition.faults === undefined) return condition;
  const rules = condition.faults.rules.map(({ when, ...rule }) => {
    const i = when.endpoint === undefined ? -1 : journeyEndpoints.v2.indexOf(when.endpoint);
    return { ...rule, when: { ...when, endpoint: journeyEndpoints.v1[i] ?? when.endpoint } };
  });
  return { ...condition, faults: { rules } };
}

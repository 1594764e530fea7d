import { gapOf, type Readings } from "@journey-kit/schemas/tables";
import type { JourneyRun } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import { domainsWith, likelyProfile, narrow } from "../service/domains.ts";
import { changedReadings, type SomeReadings, switchableGaps } from "../service/readings.ts";
import type { Failure } from "./explain.ts";
import type { Observation } from "./judge.ts";
import { pairwiseProfiles } from "./pairwise.ts";

/** What a check under every pair of readings found. */
export interface ReadingsSummary {
  /** Number of readings of all gaps that have more than one. */
  readonly total: number;
  /** Readings that no failure needs. */
  readonly passed: number;
  /** Readings that could not be tested, because every journey under them failed because of other readings. */
  readonly hidden: readonly SomeReadings[];
}

/** The conditions that run every journey under every pair of readings, and those for readings that stay hidden. */
export function planReadings(runs: readonly JourneyRun[]) {
  const under = (readings: Readings): readonly Condition[] =>
    runs.map((run) => ({
      id: "readings",
      text: "A built-in journey under other readings.",
      runs: [{ ...run, ...(hidesOutcome(run, readings) ? {} : { expects: "accept" as const }) }],
      scenario: "accepted",
      readings,
    }));
  const profiles = pairwiseProfiles();
  return {
    conditions: profiles.flatMap((profile) => under(changedReadings(profile))),
    /** A profile for each hidden reading, with `specified` except for the reading and those that it requires. */
    hidden: (observations: readonly Observation[]): readonly Condition[] =>
      findHidden(observations, []).flatMap((readings) => {
        const domains = narrow(domainsWith(readings), []);
        return domains === undefined ? [] : under(changedReadings(likelyProfile(domains)));
      }),
  };
}

/** Whether the readings hide the outcome from a v1 client. Gap `v1-outcome-place`. */
const hidesOutcome = ({ apiVersion }: JourneyRun, readings: Readings): boolean =>
  apiVersion === "v1" && readings["v1-outcome-place"] === "absent";

const isFailed = ({ verdicts }: Observation): boolean => [...verdicts.values()].some(({ status }) => status === "fail");

const switchableReadings = switchableGaps.flatMap((id) =>
  Object.keys(gapOf(id).options).map((reading) => ({ id, reading })),
);

/** The readings that a failure needs, alone or together with others. */
const isCause = (failures: readonly Failure[], id: string, reading: string): boolean =>
  failures.some(
    ({ seenUnder, condition }) =>
      seenUnder.includes("readings") && Reflect.get(condition.readings ?? {}, id) === reading,
  );

/** Readings under which every journey failed, although no failure is known to need them. */
function findHidden(observations: readonly Observation[], failures: readonly Failure[]): readonly SomeReadings[] {
  const all = observations.filter(({ condition }) => condition.id === "readings");
  return switchableReadings
    .filter(({ id, reading }) => {
      const own = all.filter(({ condition }) => (condition.readings?.[id] ?? gapOf(id).specified) === reading);
      return own.length > 0 && own.every(isFailed) && !isCause(failures, id, reading);
    })
    .map(({ id, reading }) => ({ [id]: reading }));
}

/** Counts the readings that break the client, alone or together with others, and those that stay hidden. */
export function summariseReadings(observations: readonly Observation[], failures: readonly Failure[]): ReadingsSummary {
  const hidden = findHidden(observations, failures);
  const { length: broken } = switchableReadings.filter(({ id, reading }) => isCause(failures, id, reading));
  return { total: switchableReadings.length, passed: switchableReadings.length - hidden.length - broken, hidden };
}

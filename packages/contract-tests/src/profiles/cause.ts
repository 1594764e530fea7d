import { type GapId, gapOf } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import type { ClientAdapter, JourneyRun } from "../target/client-adapter.ts";
import { type SomeReadings, switchableGaps } from "./constraint.ts";
import { isolate } from "./minimise.ts";
import { type RunOptions, runOne } from "./run-journey.ts";

/** A journey under a profile, and its failure. */
export interface Run {
  readonly journeyRun: JourneyRun;
  readonly profile: Profile;
  /** The failure in one line; undefined if it passed. */
  readonly problem: string | undefined;
}

/** A minimal set of readings that breaks a client, and the failures. An empty set means that it always fails. */
export interface Culprit {
  readonly readings: SomeReadings;
  readonly failures: readonly Failure[];
}

/** A failed journey. */
export interface Failure {
  readonly resourceId: string;
  /** The failure in one line. */
  readonly problem: string;
}

/** Adds the culprits of failed runs that no known culprit explains. */
export async function findCulprits(
  adapter: ClientAdapter,
  runs: readonly Run[],
  options: RunOptions,
  known: readonly Culprit[] = [],
): Promise<readonly Culprit[]> {
  let culprits = known;
  for (const { journeyRun, profile, problem } of runs) {
    if (problem === undefined) continue;
    const { resourceId } = journeyRun;
    const suspects = culprits.filter(({ readings }) => hasAll(profile, readings));
    if (suspects.some(({ failures }) => failures.some((failure) => failure.resourceId === resourceId))) continue;
    const ask = createAsk((readings) => runOne(adapter, journeyRun, readings, options));
    const breaks = async (readings: SomeReadings) => (await ask(readings)) !== undefined;
    const suspect = await firstOf(suspects, ({ readings }) => breaks(readings));
    const readings = suspect?.readings ?? (await isolate(toDelta(profile), breaks));
    culprits = blame(culprits, readings, { resourceId, problem: (await ask(readings)) ?? problem });
  }
  return culprits;
}

/** Runs each set of readings once. */
function createAsk(run: (readings: SomeReadings) => Promise<string | undefined>) {
  const asked = new Map<string, Promise<string | undefined>>();
  return (readings: SomeReadings): Promise<string | undefined> => {
    const key = toKey(readings);
    const answer = asked.get(key) ?? run(readings);
    asked.set(key, answer);
    return answer;
  };
}

function blame(culprits: readonly Culprit[], readings: SomeReadings, failure: Failure): readonly Culprit[] {
  const isKnown = culprits.some((one) => toKey(one.readings) === toKey(readings));
  if (!isKnown) return [...culprits, { readings, failures: [failure] }];
  return culprits.map((one) =>
    toKey(one.readings) === toKey(readings) ? { readings, failures: [...one.failures, failure] } : one,
  );
}

const toKey = (readings: SomeReadings): string => JSON.stringify(readings);

/** The readings of a profile that differ from `specified`. */
const toDelta = (profile: Profile): SomeReadings =>
  Object.fromEntries(switchableGaps.filter((id) => profile[id] !== gapOf(id).specified).map((id) => [id, profile[id]]));

const hasAll = (profile: Profile, readings: SomeReadings): boolean =>
  Object.entries(readings).every(([id, reading]) => profile[id as GapId] === reading); // readings have gaps as keys

async function firstOf<T>(all: readonly T[], isIt: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await isIt(one)) return one;
  return undefined;
}

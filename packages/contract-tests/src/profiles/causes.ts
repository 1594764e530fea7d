import type { GapId } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import type { JourneyRun } from "../service/client-adapter.ts";
import { type SomeReadings, toProfile, toReadings } from "../service/readings.ts";

/** A journey that a client ran under a profile. */
export interface ProfileRun {
  readonly run: JourneyRun;
  readonly profile: Profile;
  /** The failure in one line; undefined if the run passed. */
  readonly problem: string | undefined;
}

/** A minimal set of readings that breaks a client. An empty set means that the client fails even under `specified`. */
export interface Cause {
  readonly readings: SomeReadings;
  readonly failures: readonly Failure[];
}

/** A failed journey. */
interface Failure {
  readonly resourceId: string;
  /** The failure in one line. */
  readonly problem: string;
}

/**
 * Runs a journey under some readings. `failure` is the index of the failed run to explain.
 *
 * @returns The failure in one line; undefined if the run passed.
 */
export type Try = (run: JourneyRun, readings: SomeReadings, failure: number) => Promise<string | undefined>;

/** The runs that failed. */
export const failedOf = (runs: readonly ProfileRun[]): readonly FailedRun[] => runs.filter(isFailed);

type FailedRun = ProfileRun & { readonly problem: string };

const isFailed = (run: ProfileRun): run is FailedRun => run.problem !== undefined;

/** Finds the causes of failed runs. Skips runs that a known cause already explains. */
export async function findCauses(
  runs: readonly ProfileRun[],
  attempt: Try,
  known: readonly Cause[] = [],
): Promise<readonly Cause[]> {
  let causes = known;
  for (const [failure, { run, profile, problem }] of failedOf(runs).entries()) {
    const { resourceId } = run;
    const suspects = causes.filter(({ readings }) => hasAll(profile, readings));
    if (suspects.some(({ failures }) => failures.some((failure) => failure.resourceId === resourceId))) continue;
    const problemUnder = memoize((readings) => attempt(run, readings, failure));
    const breaks = async (readings: SomeReadings) => (await problemUnder(readings)) !== undefined;
    const suspect = await firstOf(suspects, ({ readings }) => breaks(readings));
    const readings = suspect?.readings ?? (await minimise(toReadings(profile), breaks));
    causes = addFailure(causes, readings, { resourceId, problem: (await problemUnder(readings)) ?? problem });
  }
  return causes;
}

/**
 * Finds a minimal set of readings that still causes a failure. Tries to reset half of the readings to `specified`, then
 * a quarter, down to single readings.
 *
 * @returns An empty set if the failure also occurs under `specified`.
 */
export async function minimise(
  readings: SomeReadings,
  breaks: (readings: SomeReadings) => Promise<boolean>,
): Promise<SomeReadings> {
  if (await breaks({})) return {};
  let kept = Object.entries(readings);
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const fewer = Object.fromEntries(kept.toSpliced(at, size));
      const stillBreaks = toProfile(fewer) !== undefined && (await breaks(fewer));
      if (stillBreaks) kept = Object.entries(fewer);
      else at += size;
    }
  }
  return Object.fromEntries(kept);
}

function memoize(run: (readings: SomeReadings) => Promise<string | undefined>): typeof run {
  const known = new Map<string, Promise<string | undefined>>();
  return (readings) => {
    const key = toKey(readings);
    const problem = known.get(key) ?? run(readings);
    known.set(key, problem);
    return problem;
  };
}

function addFailure(causes: readonly Cause[], readings: SomeReadings, failure: Failure): readonly Cause[] {
  const isSame = (cause: Cause) => toKey(cause.readings) === toKey(readings);
  if (!causes.some(isSame)) return [...causes, { readings, failures: [failure] }];
  return causes.map((cause) => (isSame(cause) ? { readings, failures: [...cause.failures, failure] } : cause));
}

const toKey = (readings: SomeReadings): string => JSON.stringify(readings);

const hasAll = (profile: Profile, readings: SomeReadings): boolean =>
  Object.entries(readings).every(([id, reading]) => profile[id as GapId] === reading); // readings have gaps as keys

async function firstOf<T>(all: readonly T[], test: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await test(one)) return one;
  return undefined;
}

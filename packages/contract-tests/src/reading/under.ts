import { type GapId, gapOf } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Driver, Errand } from "../driver/driver.ts";
import { isolate } from "./blame.ts";
import { type SomeReadings, switchableGaps } from "./constraint.ts";
import { toCover } from "./cover.ts";
import { shippedErrands } from "./errand.ts";
import { type RunOptions, runErrand } from "./run.ts";
import type { Strength } from "./tuple.ts";

/** How to try a client under the readings of the specification. */
export interface ReadingsOptions extends RunOptions {
  /** The journeys to run under each profile; those that ship with the simulator where left out. */
  readonly errands?: readonly Errand[];
  /** 2 for every pair of readings, 3 for every three; 2 where left out. */
  readonly strength?: Strength;
  /** Profiles of your own, instead of a cover. */
  readonly profiles?: readonly Profile[];
  /** How many journeys run at once; 4 where left out. */
  readonly parallel?: number;
}

/** A smallest set of readings that breaks a client, and what it then does wrong. Without any, it fails in any case. */
export interface Culprit {
  readonly readings: SomeReadings;
  readonly failures: readonly Failure[];
}

/** A journey that went wrong. */
export interface Failure {
  readonly resourceId: string;
  /** What the client did, in one line. */
  readonly problem: string;
}

/** What a client makes of the readings. */
export interface ReadingsReport {
  readonly profiles: number;
  /** Journeys that were run under them; more were run to find who is to blame. */
  readonly runs: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly culprits: readonly Culprit[];
  /** Readings under which no journey ended well, though none of them is to blame: they are hidden behind others. */
  readonly hidden: readonly SomeReadings[];
}

/** A journey under a profile, and what went wrong. */
interface Run {
  readonly errand: Errand;
  readonly profile: Profile;
  readonly problem: string | undefined;
}

/**
 * Runs every journey under a set of profiles in which every pair of readings occurs, and finds for each failure the
 * readings that are to blame. Each run has a world of its own.
 *
 * @example
 * const report = await runUnderReadings(driver, { simulator: { baseUrl: "http://127.0.0.1:4010" } });
 * console.log(toReadingsText(report));
 */
export async function runUnderReadings(driver: Driver, options: ReadingsOptions): Promise<ReadingsReport> {
  const { errands = shippedErrands, strength = 2, profiles = toCover({ strength }), parallel = 4 } = options;
  const started = performance.now();
  const planned = profiles.flatMap((profile) => errands.map((errand) => ({ errand, profile })));
  const runs = await inParallel(planned, parallel, async ({ errand, profile }): Promise<Run> => {
    const problem = await runErrand(driver, errand, profile, options);
    return { errand, profile, problem };
  });
  const culprits = await findCulprits(driver, runs, options);
  return {
    profiles: profiles.length,
    runs: runs.length,
    failed: runs.filter(({ problem }) => problem !== undefined).length,
    duration: performance.now() - started,
    culprits,
    hidden: findHidden(runs, culprits),
  };
}

/** Isolates each failure that no culprit explains that is known already. */
async function findCulprits(driver: Driver, runs: readonly Run[], options: RunOptions): Promise<readonly Culprit[]> {
  const culprits: { readonly readings: SomeReadings; readonly failures: Failure[] }[] = [];
  for (const { errand, profile, problem } of runs) {
    if (problem === undefined) continue;
    const { resourceId } = errand;
    const tried = new Map<string, string | undefined>();
    const run = async (readings: SomeReadings) => {
      const key = JSON.stringify(readings);
      // `isolate` and the culprits before it have asked whether these can stand together.
      if (!tried.has(key)) tried.set(key, await runErrand(driver, errand, readings, options));
      return tried.get(key);
    };
    const suspects = culprits.filter(({ readings }) => hasAll(profile, readings));
    if (suspects.some(({ failures }) => failures.some((failure) => failure.resourceId === resourceId))) continue;
    const guilty =
      (await firstOf(suspects, async ({ readings }) => (await run(readings)) !== undefined))?.readings ??
      (await isolate(toDelta(profile), async (readings) => (await run(readings)) !== undefined));
    const failure = { resourceId, problem: (await run(guilty)) ?? problem };
    const known = culprits.find(({ readings }) => JSON.stringify(readings) === JSON.stringify(guilty));
    if (known === undefined) culprits.push({ readings: guilty, failures: [failure] });
    else known.failures.push(failure);
  }
  return culprits;
}

/** The readings of a profile that are not those of `specified`. */
const toDelta = (profile: Profile): SomeReadings =>
  Object.fromEntries(switchableGaps.filter((id) => profile[id] !== gapOf(id).specified).map((id) => [id, profile[id]]));

const hasAll = (profile: Profile, readings: SomeReadings): boolean =>
  Object.entries(readings).every(([id, reading]) => profile[id as GapId] === reading); // readings have gaps as keys

function findHidden(runs: readonly Run[], culprits: readonly Culprit[]): readonly SomeReadings[] {
  const good = runs.filter(({ problem }) => problem === undefined);
  return switchableGaps.flatMap((id) => {
    const shown = new Set(runs.map(({ profile }) => profile[id]));
    return [...shown]
      .filter((reading) => !good.some(({ profile }) => profile[id] === reading))
      .filter((reading) => !culprits.some(({ readings }) => readings[id] === reading))
      .map((reading) => ({ [id]: reading }));
  });
}

async function firstOf<T>(all: readonly T[], isIt: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await isIt(one)) return one;
  return undefined;
}

/** Does something for each, so many at once, and keeps the order. */
async function inParallel<T, R>(all: readonly T[], width: number, act: (one: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const left = all.entries();
  const work = async () => {
    for (const [i, one] of left) results[i] = await act(one);
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}

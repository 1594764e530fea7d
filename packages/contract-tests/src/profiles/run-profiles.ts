import type { Coverage } from "@journey-kit/schemas/control";
import { gapOf } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import { mergeCoverage } from "../report/coverage.ts";
import type { ClientAdapter, JourneyRun } from "../target/client-adapter.ts";
import { type Culprit, findCulprits, type Run } from "./cause.ts";
import { type SomeReadings, switchableGaps, toProfile } from "./constraint.ts";
import { pairwiseProfiles } from "./pairwise.ts";
import { type RunOptions, runOne } from "./run-journey.ts";
import { shippedRuns } from "./shipped-runs.ts";
import type { Strength } from "./tuple.ts";

/** Options of {@link runUnderReadings}. */
export interface ReadingsOptions extends RunOptions {
  /** The journeys to run under each profile; default the built-in ones. */
  readonly runs?: readonly JourneyRun[];
  /** 2 for every pair of readings (default), 3 for every three. */
  readonly strength?: Strength;
  /** Profiles of your own, instead of a cover. */
  readonly profiles?: readonly Profile[];
  /** Number of concurrent journeys; default 4. */
  readonly parallel?: number;
  /** The coverage to reach, a percentage. */
  readonly min?: number;
  /** Called after each journey, except those that search for causes. */
  readonly onRun?: (run: Run) => void;
}

/** The results of a client under the readings. */
export interface ReadingsReport {
  readonly profiles: number;
  /** Number of journeys run under the profiles, without those that searched for causes. */
  readonly runs: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly culprits: readonly Culprit[];
  /** Readings under which every journey failed because of other readings, so that they could not be tested. */
  readonly hidden: readonly SomeReadings[];
  /** Coverage of the requests of all journeys. */
  readonly coverage: Coverage;
}

/**
 * Runs every journey under a set of profiles in which every pair of readings occurs, and finds the readings that cause
 * each failure. A reading that others hide is tested alone. Each run has its own world.
 *
 * @example
 * const report = await runUnderReadings(adapter, { simulator: { baseUrl: "http://127.0.0.1:4010" } });
 * console.log(toReadingsText(report));
 */
export async function runUnderReadings(adapter: ClientAdapter, options: ReadingsOptions): Promise<ReadingsReport> {
  const { strength = 2, profiles = pairwiseProfiles({ strength }), min } = options;
  let coverage = mergeCoverage("all readings", [], min);
  const onCoverage = (met: Coverage) => {
    coverage = mergeCoverage("all readings", [coverage, met], min);
  };
  const started = performance.now();
  const runs = await runAll(adapter, profiles, { ...options, onCoverage });
  const suspects = await findCulprits(adapter, runs, options);
  const alone = suspects.some(failsAlways) ? [] : toAlone(findHidden(runs, suspects));
  const more = await runAll(adapter, alone, { ...options, onCoverage });
  const culprits = await findCulprits(adapter, more, options, suspects);
  return {
    profiles: profiles.length,
    runs: runs.length,
    failed: runs.filter(({ problem }) => problem !== undefined).length,
    duration: performance.now() - started,
    culprits,
    hidden: findHidden([...runs, ...more], culprits),
    coverage,
  };
}

const failsAlways = ({ readings }: Culprit): boolean => Object.keys(readings).length === 0;

interface Plan extends ReadingsOptions {
  readonly onCoverage: (coverage: Coverage) => void;
}

function runAll(adapter: ClientAdapter, profiles: readonly Profile[], options: Plan): Promise<readonly Run[]> {
  const { runs = shippedRuns, parallel = 4, onRun } = options;
  const planned = profiles.flatMap((profile) => runs.map((journeyRun) => ({ journeyRun, profile })));
  return inParallel(planned, parallel, async ({ journeyRun, profile }) => {
    const run = { journeyRun, profile, problem: await runOne(adapter, journeyRun, profile, options) };
    onRun?.(run);
    return run;
  });
}

/** Each reading alone, with the readings that it requires. */
const toAlone = (hidden: readonly SomeReadings[]): readonly Profile[] =>
  hidden.flatMap((readings) => {
    const needs = switchableGaps.flatMap((id) => Object.entries(gapOf(id).requires?.[readings[id] ?? ""] ?? {}));
    const first = Object.fromEntries(needs.map(([id, [accepted = ""]]) => [id, accepted]));
    return toProfile({ ...first, ...readings }) ?? [];
  });

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

/** Maps values with limited concurrency, keeping the order. */
async function inParallel<T, R>(all: readonly T[], width: number, act: (one: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const left = all.entries();
  const work = async () => {
    for (const [i, one] of left) results[i] = await act(one);
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}

import type { Coverage } from "@journey-kit/schemas/control";
import type { Profile, Readings } from "@journey-kit/schemas/profile";
import { mergeCoverage } from "@journey-kit/schemas/report";
import type { ClientAdapter, JourneyRun } from "../service/client-adapter.ts";
import { checkOptions } from "../service/options.ts";
import { type SomeReadings, switchableGaps, toProfile } from "../service/readings.ts";
import { matchReports, toState } from "../service/reports.ts";
import {
  type ClientRun,
  type ClientRunner,
  createClientRunner,
  type RunnerOptions,
  toWords,
} from "../service/run-client.ts";
import { type Cause, failedOf, findCauses, type ProfileRun, type Try } from "./causes.ts";
import { needsOf, pairwiseProfiles, type Strength } from "./pairwise.ts";
import { shippedRunsOf, toExpected } from "./shipped-runs.ts";

/** Options for {@link runUnderReadings}. */
export interface ReadingsOptions extends RunnerOptions {
  /** The journeys to run under each profile; default the built-in v2 journeys. */
  readonly runs?: readonly JourneyRun[];
  /** 2 covers every pair of readings (default), 3 every combination of three. */
  readonly strength?: Strength;
  /** Your own profiles, instead of the generated ones. */
  readonly profiles?: readonly Profile[];
  /** Number of concurrent journeys; default 4. */
  readonly parallel?: number;
  /** The required coverage in percent. */
  readonly min?: number | undefined;
  /** Called after each journey, except those of the search for causes. */
  readonly onRun?: (run: ProfileRun) => void;
  /** Called after each journey of the search for causes. */
  readonly onSearch?: (search: SearchRun) => void;
}

/** The progress of the search for causes, after one of its journeys. */
export interface SearchRun {
  /** The number of journeys in the search so far. */
  readonly run: number;
  /** Position of the failed journey that is explained, or of the journey that tests a reading alone; starts at 1. */
  readonly step: number;
  /** Number of failed journeys to explain, or of journeys that test a reading alone. */
  readonly steps: number;
}

/** The results of running a client under many readings. */
export interface ReadingsReport {
  readonly profiles: number;
  /** Number of journeys run under the profiles, excluding those of the search for causes. */
  readonly runs: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly causes: readonly Cause[];
  /** Readings that could not be tested, because every journey under them failed due to other readings. */
  readonly hidden: readonly SomeReadings[];
  /** Combined coverage of the journeys, except those repeated to find a cause. */
  readonly coverage: Coverage;
}

/**
 * Runs every journey under a set of profiles in which every pair of readings occurs, and finds the readings that cause
 * each failure. If every journey under a reading fails because of other readings, the reading is tested alone. Each run
 * has its own world, and at most two hours of virtual world time.
 *
 * @throws {TypeError} When an option has an invalid value.
 * @example
 * const report = await runUnderReadings(adapter, { simulator: { baseUrl: "http://127.0.0.1:4010" } });
 * console.log(toReadingsText(report));
 */
export async function runUnderReadings(adapter: ClientAdapter, options: ReadingsOptions): Promise<ReadingsReport> {
  checkOptions(options, true);
  const { strength = 2, profiles = pairwiseProfiles({ strength }), min } = options;
  const runner = createClientRunner(adapter, options);
  const started = performance.now();
  let coverage = mergeCoverage("all readings", [], min);
  const onCoverage = (covered: Coverage) => {
    coverage = mergeCoverage("all readings", [coverage, covered], min);
  };
  let searched = 0;
  const reportSearch = (step: number, steps: number) => {
    searched += 1;
    options.onSearch?.({ run: searched, step, steps });
  };
  const explain = (failures: number): Try => {
    return async (run, readings, failure) => {
      const { problem } = await runUnder(runner, run, readings);
      reportSearch(failure + 1, failures);
      return problem;
    };
  };
  const runs = await runAll(runner, profiles, options, onCoverage);
  const { length: failed } = failedOf(runs);
  const found = await findCauses(runs, explain(failed));
  const alone = found.some(failsAlways) ? [] : toAlone(findHidden(runs, found));
  const steps = alone.length * (options.runs ?? shippedRunsOf(["v2"])).length;
  let step = 0;
  const onRun = () => {
    step += 1;
    reportSearch(step, steps);
  };
  const more = await runAll(runner, alone, { ...options, onRun }, onCoverage);
  const causes = await findCauses(more, explain(failedOf(more).length), found);
  return {
    profiles: profiles.length,
    runs: runs.length,
    failed,
    duration: performance.now() - started,
    causes,
    hidden: findHidden([...runs, ...more], causes),
    coverage,
  };
}

/** Runs one journey in a world with some readings. `problem` is the failure in one line, if there is one. */
export async function runUnder(runner: ClientRunner, run: JourneyRun, readings: SomeReadings) {
  // `openWorld` rejects unknown readings.
  const done = await runner.run([run], { world: { profile: { readings: readings as Readings } } });
  const expected = toExpected(run, done.profile);
  const wrong = done.endings.find(
    (ending) => ending.kind !== "reported" || !expected.includes(ending.report.conclusion),
  );
  const words = wrong && toWords(wrong).replaceAll(/\s*\n\s*/g, " ");
  const problem = wrong?.kind === "reported" ? `${words}; expected "${expected.join('" or "')}"` : words;
  return { problem: problem ?? findFalseReport(run, done), done };
}

/** Compares a client's report with the instance of the journey; undefined if the report is correct. */
function findFalseReport({ resourceId }: JourneyRun, done: ClientRun): string | undefined {
  const instances = done.instances.filter(({ journey }) => journey === resourceId.split("@", 1)[0]);
  const wrong = matchReports(done, done.endings, instances);
  if (wrong !== undefined || instances.length > 0) return wrong?.problem;
  return `${toState(done, undefined)}; the client ${done.endings.map(toWords).join("; ")}.`;
}

const failsAlways = ({ readings }: Cause): boolean => Object.keys(readings).length === 0;

/** Runs every journey under every profile, `parallel` at a time. The results are in the order of the profiles. */
async function runAll(
  runner: ClientRunner,
  profiles: readonly Profile[],
  { runs = shippedRunsOf(["v2"]), parallel = 4, onRun }: ReadingsOptions,
  onCoverage: (coverage: Coverage) => void,
): Promise<readonly ProfileRun[]> {
  const results: ProfileRun[] = [];
  const planned = profiles.flatMap((profile) => runs.map((run) => ({ run, profile }))).entries();
  const work = async () => {
    for (const [i, { run, profile }] of planned) {
      const { problem, done } = await runUnder(runner, run, profile);
      onCoverage(done.coverage);
      const result = { run, profile, problem };
      onRun?.(result);
      results[i] = result;
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
}

/** A profile for each hidden reading, with `specified` except for the reading and those that it requires. */
const toAlone = (hidden: readonly SomeReadings[]): readonly Profile[] =>
  hidden.flatMap((readings) => {
    const needs = switchableGaps.flatMap((id) => needsOf(id, readings[id]));
    const required = Object.fromEntries(needs.map(([id, [accepted = ""]]) => [id, accepted]));
    return toProfile({ ...required, ...readings }) ?? [];
  });

function findHidden(runs: readonly ProfileRun[], causes: readonly Cause[]): readonly SomeReadings[] {
  const passed = runs.filter(({ problem }) => problem === undefined);
  return switchableGaps.flatMap((id) => {
    const tried = new Set(runs.map(({ profile }) => profile[id]));
    return [...tried]
      .filter((reading) => !passed.some(({ profile }) => profile[id] === reading))
      .filter((reading) => !causes.some(({ readings }) => readings[id] === reading))
      .map((reading) => ({ [id]: reading }));
  });
}

import { type PresetName, presets } from "@journey-kit/schemas/profile";
import { toCulpritText } from "../profiles/profiles-text.ts";
import { type RunOptions, runOne } from "../profiles/run-journey.ts";
import { type ReadingsOptions, runUnderReadings } from "../profiles/run-profiles.ts";
import { shippedRuns } from "../profiles/shipped-runs.ts";
import type { ClientAdapter, JourneyRun } from "../target/client-adapter.ts";
import { checkRequirements } from "./check-requirements.ts";
import { toReasons } from "./report-text.ts";
import { type RequirementId, requirements } from "./requirements.ts";

/** Options of a client suite; by default it contains the requirements and the journeys. */
export interface ClientSuiteOptions extends Pick<RunOptions, "simulator" | "limit" | "timeoutMs"> {
  /** The journeys to run under both presets; default the built-in ones. */
  readonly runs?: readonly JourneyRun[];
  /** False skips the requirements. */
  readonly requirements?: boolean;
  /** Also runs every journey under every pair of readings: true, or options. */
  readonly readings?: boolean | Pick<ReadingsOptions, "strength" | "parallel">;
}

/** The functions of a test runner such as Vitest or Jest. */
export interface SuiteRunner {
  describe(name: string, define: () => void): void;
  /** `run` returns a reason if the test is skipped. `timeout` is in milliseconds. */
  test(name: string, run: () => Promise<string | undefined>, timeout: number): void;
}

const minute = 60_000;

/**
 * Defines a suite for a client with the functions of a test runner: its journeys under both presets, its requirements
 * and, on request, the readings of the specification.
 *
 * @example
 * describeClient({ describe, test }, "our client", adapter, { simulator: { baseUrl: "http://127.0.0.1:4010" } }); // Jest
 */
export function describeClient(
  runner: SuiteRunner,
  name: string,
  adapter: ClientAdapter,
  options: ClientSuiteOptions,
): void {
  runner.describe(name, () => {
    for (const preset of Object.keys(presets) as PresetName[]) describeJourneys(runner, preset, adapter, options); // its keys
    if (options.requirements !== false) describeRequirements(runner, adapter, options);
    if (options.readings) describeReadings(runner, adapter, options);
  });
}

function describeJourneys(
  runner: SuiteRunner,
  preset: PresetName,
  adapter: ClientAdapter,
  options: ClientSuiteOptions,
): void {
  for (const journeyRun of options.runs ?? shippedRuns) {
    const title = `runs ${journeyRun.resourceId} as ${preset} (spec ${journeyRun.generation === "v1" ? "3.3" : "3.2"})`;
    const run = async () => {
      const problem = await runOne(adapter, journeyRun, presets[preset], options);
      if (problem !== undefined) throw new Error(`${journeyRun.resourceId} as ${preset}: ${problem}`);
      return undefined;
    };
    runner.test(title, run, minute);
  }
}

function describeRequirements(
  runner: SuiteRunner,
  adapter: ClientAdapter,
  { simulator, timeoutMs }: ClientSuiteOptions,
): void {
  const chosen = { simulator, ...(timeoutMs !== undefined && { timeoutMs }) };
  for (const [id, { text, spec }] of Object.entries(requirements)) {
    const run = async () => {
      const only = [id as RequirementId]; // `Object.entries` forgets its keys
      const [result] = (await checkRequirements(adapter, { ...chosen, only })).results;
      if (result === undefined || result.status === "kept") return undefined;
      const reasons = toReasons(result).join("\n");
      if (result.status === "broken" && result.strength === "must") throw new Error(`${text}\n${reasons}`);
      return `${result.status === "broken" ? "A warning" : "Not shown"}: ${reasons}`;
    };
    runner.test(`${id}: ${text} (spec ${spec})`, run, minute);
  }
}

function describeReadings(runner: SuiteRunner, adapter: ClientAdapter, options: ClientSuiteOptions): void {
  const chosen = typeof options.readings === "object" ? options.readings : {};
  const run = async () => {
    const { culprits } = await runUnderReadings(adapter, { ...options, ...chosen });
    if (culprits.length > 0) throw new Error(culprits.map(toCulpritText).join("\n"));
    return undefined;
  };
  runner.test("runs every journey under every pair of readings (spec 2 to 9)", run, 10 * minute);
}

import { type PresetName, presets } from "@journey-kit/schemas/profile";
import type { Driver, Errand } from "../driver/driver.ts";
import { checkObligations } from "../obligation/check-obligations.ts";
import { toReasons } from "../obligation/obligation-text.ts";
import { type ObligationId, obligations } from "../obligation/obligations.ts";
import { shippedErrands } from "../reading/errand.ts";
import { toCulpritText } from "../reading/readings-text.ts";
import { type RunOptions, runErrand } from "../reading/run.ts";
import { type ReadingsOptions, runUnderReadings } from "../reading/under.ts";

/** Options of a client suite; by default it contains the obligations and the journeys. */
export interface ClientSuiteOptions extends Pick<RunOptions, "simulator" | "limit" | "patience"> {
  /** The journeys to run under both presets; default the built-in ones. */
  readonly errands?: readonly Errand[];
  /** False skips the obligations. */
  readonly obligations?: boolean;
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
 * Defines a suite for a client with the functions of a test runner: its journeys under both presets, its obligations
 * and, on request, the readings of the specification.
 *
 * @example
 * describeClient({ describe, test }, "our client", driver, { simulator: { baseUrl: "http://127.0.0.1:4010" } }); // Jest
 */
export function describeClient(runner: SuiteRunner, name: string, driver: Driver, options: ClientSuiteOptions): void {
  runner.describe(name, () => {
    for (const preset of Object.keys(presets) as PresetName[]) describeJourneys(runner, preset, driver, options); // its keys
    if (options.obligations !== false) describeObligations(runner, driver, options);
    if (options.readings) describeReadings(runner, driver, options);
  });
}

function describeJourneys(runner: SuiteRunner, preset: PresetName, driver: Driver, options: ClientSuiteOptions): void {
  for (const errand of options.errands ?? shippedErrands) {
    const title = `runs ${errand.resourceId} as ${preset} (spec ${errand.generation === "v1" ? "3.3" : "3.2"})`;
    const run = async () => {
      const problem = await runErrand(driver, errand, presets[preset], options);
      if (problem !== undefined) throw new Error(`${errand.resourceId} as ${preset}: ${problem}`);
      return undefined;
    };
    runner.test(title, run, minute);
  }
}

function describeObligations(runner: SuiteRunner, driver: Driver, { simulator, patience }: ClientSuiteOptions): void {
  const chosen = { simulator, ...(patience !== undefined && { patience }) };
  for (const [id, { text, spec }] of Object.entries(obligations)) {
    const run = async () => {
      const only = [id as ObligationId]; // `Object.entries` forgets its keys
      const [result] = (await checkObligations(driver, { ...chosen, only })).results;
      if (result === undefined || result.status === "kept") return undefined;
      const reasons = toReasons(result).join("\n");
      if (result.status === "broken" && result.strength === "must") throw new Error(`${text}\n${reasons}`);
      return `${result.status === "broken" ? "A warning" : "Not shown"}: ${reasons}`;
    };
    runner.test(`${id}: ${text} (spec ${spec})`, run, minute);
  }
}

function describeReadings(runner: SuiteRunner, driver: Driver, options: ClientSuiteOptions): void {
  const chosen = typeof options.readings === "object" ? options.readings : {};
  const run = async () => {
    const { culprits } = await runUnderReadings(driver, { ...options, ...chosen });
    if (culprits.length > 0) throw new Error(culprits.map(toCulpritText).join("\n"));
    return undefined;
  };
  runner.test("runs every journey under every pair of readings (spec 2 to 9)", run, 10 * minute);
}

import { type PresetName, presets } from "@journey-kit/schemas/profile";
import { toCauseText } from "../profiles/profiles-text.ts";
import { type ReadingsOptions, runUnder, runUnderReadings } from "../profiles/run-profiles.ts";
import { shippedRuns } from "../profiles/shipped-runs.ts";
import type { ClientAdapter, JourneyRun } from "../target/client-adapter.ts";
import { type ClientRun, type ClientRunner, createClientRunner, toCalls } from "../target/run-client.ts";
import { startSimulator } from "../target/start-simulator.ts";
import type { SimulatorAddress } from "../target/world.ts";
import { requirementRun, toResult } from "./check-requirements.ts";
import { createGather, type Evidence, type Gather } from "./evidence.ts";
import { toReasons } from "./requirement-report.ts";
import { requirementRows } from "./requirements.ts";
import { type SituationId, situationRows } from "./situations.ts";

/** Options of a client suite. By default it runs the built-in v2 journeys and checks the requirements. */
export interface ClientSuiteOptions {
  /** A running simulator; by default the suite starts one, with the package `@journey-kit/simulator`. */
  readonly simulator?: SimulatorAddress;
  /** The generations whose built-in journeys run; default `["v2"]`. */
  readonly generations?: readonly JourneyRun["generation"][];
  /** Your own journeys, instead of the built-in ones. The requirements use the first of generation v2. */
  readonly runs?: readonly JourneyRun[];
  /** Whether to check the requirements, which are those of v2; default true with generation v2. */
  readonly requirements?: boolean;
  /** Also runs every journey under every pair of readings: true, or options. */
  readonly readings?: boolean | Pick<ReadingsOptions, "strength" | "parallel">;
  /** Time limit per journey or situation in real milliseconds; default 30,000. */
  readonly timeoutMs?: number;
}

/** The functions of a test runner such as Vitest or Jest. */
export interface SuiteRunner {
  describe(name: string, define: () => void): void;
  /** `run` returns a reason if the test is skipped. `timeoutMs` is its time limit. */
  test(name: string, run: () => Promise<string | undefined>, timeoutMs: number): void;
  afterAll(run: () => Promise<void>): void;
}

const minute = 60_000;

/**
 * Defines a suite for a client with the functions of a test runner: its journeys under both presets, its requirements
 * and, on request, the readings of the specification.
 *
 * @example
 * describeClient({ describe, test, afterAll }, "our client", adapter); // Jest
 */
export function describeClient(
  suite: SuiteRunner,
  name: string,
  adapter: ClientAdapter,
  options: ClientSuiteOptions = {},
): void {
  const { generations = ["v2"], requirements = generations.includes("v2") } = options;
  const runs = options.runs ?? shippedRuns.filter(({ generation }) => generations.includes(generation));
  const run = options.runs?.find(({ generation }) => generation === "v2") ?? requirementRun;
  let opened: Promise<Opened> | undefined;
  const open: Open = () => {
    opened ??= openSimulator(adapter, run, options);
    return opened;
  };
  suite.describe(name, () => {
    suite.afterAll(async () => (await opened?.catch(() => undefined))?.close());
    for (const preset of Object.keys(presets) as PresetName[]) describeJourneys(suite, runs, preset, open); // its keys
    if (requirements) describeRequirements(suite, open);
    if (options.readings) describeReadings(suite, adapter, runs, options, open);
  });
}

/** What the tests of a suite share. */
interface Opened {
  readonly simulator: SimulatorAddress;
  readonly runner: ClientRunner;
  readonly gather: Gather;
  close(): Promise<void>;
}

/** Opens it once, in the first test. */
type Open = () => Promise<Opened>;

async function openSimulator(
  adapter: ClientAdapter,
  run: JourneyRun,
  { simulator, timeoutMs = 30_000 }: ClientSuiteOptions,
): Promise<Opened> {
  const started = simulator === undefined ? await startSimulator() : undefined;
  const reached = simulator ?? started ?? { baseUrl: "" };
  const runner = createClientRunner(adapter, { simulator: reached, timeoutMs });
  const gather = createGather(runner, { run, timeoutMs });
  return { simulator: reached, runner, gather, close: async () => started?.close() };
}

function describeJourneys(suite: SuiteRunner, runs: readonly JourneyRun[], preset: PresetName, open: Open): void {
  for (const run of runs) {
    const title = `runs ${run.resourceId} as ${preset} (spec ${run.generation === "v1" ? "3.3" : "3.2"})`;
    const act = async () => {
      const { problem, done } = await runUnder((await open()).runner, run, presets[preset]);
      if (problem === undefined) return undefined;
      const calls = toCalls(done.exchanges).map((call) => `  ${call}`);
      throw new Error([`${run.resourceId} as ${preset}: ${problem}`, ...calls, ...toHints(done)].join("\n"));
    };
    suite.test(title, act, 2 * minute);
  }
}

function describeRequirements(suite: SuiteRunner, open: Open): void {
  for (const row of requirementRows) {
    const [id, { text, spec, situations, strength }] = row;
    const act = async () => {
      const { gather } = await open();
      const wanted = situationRows.filter(([situation]) => situations === "all" || situations.includes(situation));
      const evidence = await Promise.all(
        wanted.map(async ([situation]) => [situation, await gather(situation)] as const),
      );
      const result = toResult(row, new Map<SituationId, Evidence | string>(evidence));
      if (result.status === "kept") return undefined;
      const reasons = toReasons(result);
      if (result.status === "not-shown") return `Not shown: ${reasons.join("\n")}`;
      if (strength === "warning") return `A warning: ${reasons.join("\n")}`;
      const hints = evidence.flatMap(([, one]) => (typeof one === "string" ? [] : toHints(one)));
      throw new Error([`${id}: ${text} (spec ${spec})`, ...reasons, ...new Set(hints)].join("\n"));
    };
    suite.test(`${id}: ${text} (spec ${spec})`, act, 10 * minute);
  }
}

function describeReadings(
  suite: SuiteRunner,
  adapter: ClientAdapter,
  runs: readonly JourneyRun[],
  { readings, timeoutMs = 30_000 }: ClientSuiteOptions,
  open: Open,
): void {
  const act = async () => {
    const { simulator } = await open();
    const chosen = typeof readings === "object" ? readings : {};
    const { causes } = await runUnderReadings(adapter, { simulator, runs, timeoutMs, ...chosen });
    if (causes.length > 0) throw new Error(causes.map(toCauseText).join("\n"));
    return undefined;
  };
  suite.test("runs every journey under every pair of readings (spec 2 to 9)", act, 10 * minute);
}

/** Hints for a client that does not fit its adapter. */
function toHints({ endings, exchanges, time }: ClientRun): readonly string[] {
  if (exchanges.length === 0) return ["It sent no request: let it use settings.baseUrl and settings.authUrl."];
  const isSlow = time === "real" && endings.some(({ kind }) => kind === "hung");
  return isSlow
    ? ["It waits in real time: let it wait with settings.sleep, or poll every settings.pollIntervalMs."]
    : [];
}

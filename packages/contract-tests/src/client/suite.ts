import { type Profile, type ProfileChoice, presets, resolveProfile } from "@journey-kit/schemas/profile";
import { findCauses, type ProfileRun, type Try } from "../profiles/causes.ts";
import { toCauseText, toConditions } from "../profiles/profiles-text.ts";
import { type ReadingsOptions, runUnder, runUnderReadings } from "../profiles/run-profiles.ts";
import { shippedRunsOf } from "../profiles/shipped-runs.ts";
import type { ClientAdapter, JourneyRun } from "../service/client-adapter.ts";
import { checkOptions } from "../service/options.ts";
import { type ClientRun, type ClientRunner, createClientRunner, toCalls, toWords } from "../service/run-client.ts";
import { useSimulator } from "../service/start-simulator.ts";
import type { SimulatorAddress } from "../service/world.ts";
import { isUntested, toReasons, toResult } from "./check-requirements.ts";
import { createGather } from "./evidence.ts";
import { type RequirementId, requirementRows } from "./requirements.ts";
import { requirementRun, situationRows } from "./situations.ts";

/** Options for a client suite. By default, the suite runs the built-in v2 journeys and checks the requirements. */
export interface ClientSuiteOptions {
  /** A running simulator; by default the suite starts one. */
  readonly simulator?: SimulatorAddress;
  /** The generations whose built-in journeys run; default `["v2"]`. */
  readonly generations?: readonly JourneyRun["generation"][];
  /** Your own journeys, instead of the built-in ones. The requirements are checked with the first v2 journey. */
  readonly runs?: readonly JourneyRun[];
  /** The readings of your service; by default the journeys run under both built-in profiles. */
  readonly profile?: ProfileChoice;
  /** Whether to check the requirements, which apply to v2; default true if `generations` contains v2. */
  readonly requirements?: boolean;
  /**
   * Also runs every journey under every pair of readings. Pass true or options. The default time limit per journey is
   * 10 seconds.
   */
  readonly readings?: boolean | Pick<ReadingsOptions, "strength" | "parallel" | "timeoutMs">;
  /** Requirements that may stay untested. By default, the test of a `must` requirement fails if it does. */
  readonly allowUntested?: readonly RequirementId[];
  /** Time limit per journey or situation in milliseconds of real time; default 30,000. */
  readonly timeoutMs?: number;
}

/** The functions of a test runner such as Vitest or Jest. */
export interface SuiteRunner {
  describe(name: string, define: () => void): void;
  /** `run` returns a reason to skip the test, or undefined. `timeoutMs` is the time limit of the test. */
  test(name: string, run: () => Promise<string | undefined>, timeoutMs: number): void;
  /** Whether `test` skips the test if `run` returns a reason. By default, the suite prints the reason as a warning. */
  readonly canSkip?: boolean;
  afterAll(run: () => Promise<void>): void;
}

const minute = 60_000;

/**
 * Defines a test suite for a client with the functions of a test runner. By default, the suite runs journeys under both
 * built-in profiles and checks the requirements. It can also test every pair of readings.
 *
 * @throws {TypeError} When an option has an invalid value.
 * @example
 * describeClient({ describe, test, afterAll }, "our client", adapter); // Jest
 */
export function describeClient(
  runner: SuiteRunner,
  name: string,
  adapter: ClientAdapter,
  options: ClientSuiteOptions = {},
): void {
  checkOptions(options);
  const suite = runner.canSkip === true ? runner : toPrinting(runner);
  const { generations = ["v2"], profile, requirements = generations.includes("v2") } = options;
  const runs = options.runs ?? shippedRunsOf(generations);
  const profiles = profile === undefined ? presets : { "of your service": resolveProfile(profile) };
  let opened: ReturnType<Open> | undefined;
  const open: Open = () => {
    opened ??= openSimulator(adapter, options);
    return opened;
  };
  suite.describe(name, () => {
    suite.afterAll(async () => (await opened?.catch(() => undefined))?.close());
    for (const [like, readings] of Object.entries(profiles)) describeJourneys(suite, runs, like, readings, open);
    if (requirements) describeRequirements(suite, open, options.allowUntested ?? []);
    if (options.readings) describeReadings(suite, adapter, runs, options, open);
  });
}

/** Prints why a test proves nothing, for a test runner that cannot skip a running test, such as Jest. */
const toPrinting = (suite: SuiteRunner): SuiteRunner => ({
  ...suite,
  test: (name, run, timeoutMs) => {
    const act = async () => {
      const reason = await run();
      if (reason !== undefined) console.warn(`${name}\n${reason}`);
      return reason;
    };
    suite.test(name, act, timeoutMs);
  },
});

/** Prepares what all tests of a suite share. The work is done once, in the first test. */
type Open = () => ReturnType<typeof openSimulator>;

async function openSimulator(
  adapter: ClientAdapter,
  { runs, profile, timeoutMs = 30_000, ...options }: ClientSuiteOptions,
) {
  const { simulator, close } = await useSimulator(options.simulator);
  const runner = toImpatient(createClientRunner(adapter, { simulator, timeoutMs }));
  const run = runs?.find(({ generation }) => generation === "v2") ?? requirementRun;
  const gather = createGather(runner, { run, profile, timeoutMs });
  return { simulator, runner, gather, timeoutMs, close };
}

/** After a run in which the client hung without a request, returns that run instead of waiting for another one. */
function toImpatient(runner: ClientRunner) {
  let stuck: ClientRun | undefined;
  const isStuck = ({ endings, exchanges }: ClientRun) =>
    exchanges.length === 0 && endings.some(({ kind }) => kind === "hung");
  return {
    ...runner,
    run: async (...given: Parameters<typeof runner.run>): Promise<ClientRun> => {
      const done = stuck ?? (await runner.run(...given));
      if (isStuck(done)) stuck = done;
      return done;
    },
    /** The run in which the client hung without a request. */
    stuck: () => stuck,
  };
}

function describeJourneys(
  suite: SuiteRunner,
  runs: readonly JourneyRun[],
  like: string,
  readings: Profile,
  open: Open,
): void {
  for (const run of runs) {
    const { resourceId, generation } = run;
    const act = async () => {
      const { runner, timeoutMs } = await open();
      const { problem, done } = await runUnder(runner, run, readings);
      if (problem === undefined) return undefined;
      const calls = toCalls(done.exchanges).map((call) => `  ${call}`);
      const causes = await findReadings(runner, { run, profile: readings, problem }, done);
      const hints = [...toHints(done, timeoutMs), ...causes];
      throw new Error([`${resourceId} under the profile ${like}: ${problem}`, ...calls, ...hints].join("\n"));
    };
    suite.test(
      `runs ${resourceId} under the profile ${like} (spec ${generation === "v1" ? "3.3" : "3.2"})`,
      act,
      5 * minute,
    );
  }
}

function describeRequirements(suite: SuiteRunner, open: Open, allowed: readonly RequirementId[]): void {
  for (const row of requirementRows) {
    const [id, { text, spec, situations, strength }] = row;
    const act = async () => {
      const { gather, timeoutMs } = await open();
      const wanted = situationRows.filter(([situation]) => situations === "all" || situations.includes(situation));
      const gathered = await Promise.all(wanted.map(async ([name]) => [name, await gather(name)] as const));
      const result = toResult(row, new Map(gathered));
      if (result.status === "kept") return undefined;
      const reasons = toReasons(result);
      if (isUntested(result) && !allowed.includes(id))
        throw new Error([`${id} was not tested. ${text} (spec ${spec})`, ...reasons].join("\n"));
      if (result.status === "not-shown") return `Untested: ${reasons.join("\n")}`;
      if (strength === "warning") return `Warning: ${reasons.join("\n")}`;
      const hints = gathered.flatMap(([, one]) => (typeof one === "string" ? [] : toHints(one, timeoutMs)));
      throw new Error([`${id}: ${text} (spec ${spec})`, ...reasons, ...new Set(hints)].join("\n"));
    };
    suite.test(`${id}: ${text} (spec ${spec})`, act, 10 * minute);
  }
}

function describeReadings(
  suite: SuiteRunner,
  adapter: ClientAdapter,
  runs: readonly JourneyRun[],
  { readings }: ClientSuiteOptions,
  open: Open,
): void {
  const act = async () => {
    const { simulator, runner, timeoutMs: ms } = await open();
    const stuck = runner.stuck();
    if (stuck !== undefined) throw new Error([...stuck.endings.map(toWords), ...toHints(stuck, ms)].join("\n"));
    const chosen = typeof readings === "object" ? readings : {};
    const { causes } = await runUnderReadings(adapter, { simulator, runs, timeoutMs: 10_000, ...chosen });
    if (causes.length > 0) throw new Error(causes.map(toCauseText).join("\n"));
    return undefined;
  };
  suite.test("runs every journey under every pair of readings (spec 2 to 9)", act, 30 * minute);
}

/** Finds the readings that cause a failure, unless the client fails under every reading or would hang for too long. */
async function findReadings(runner: ClientRunner, failed: ProfileRun, { endings }: ClientRun) {
  if (!runner.canSleep() && endings.some(({ kind }) => kind === "hung")) return [];
  const attempt: Try = async (run, readings) => (await runUnder(runner, run, readings)).problem;
  const causes = await findCauses([failed], attempt);
  return causes
    .filter(({ readings }) => Object.keys(readings).length > 0)
    .map(({ readings }) => `It fails ${toConditions(readings)}. If your service has other readings, pass \`profile\`.`);
}

/** Hints for a client that ignores its settings. */
function toHints({ endings, exchanges, time, pollIntervalMs }: ClientRun, timeoutMs: number): readonly string[] {
  if (exchanges.length === 0) return ["The client sent no request. Use settings.baseUrl and settings.authUrl."];
  const isHung = time === "real" && endings.some(({ kind }) => kind === "hung");
  if (!isHung || exchanges.length * 2 * pollIntervalMs > timeoutMs) return [];
  return [
    `The client sent only ${exchanges.length} requests in ${timeoutMs / 1_000} s. Wait with settings.sleep, or poll every settings.pollIntervalMs milliseconds.`,
  ];
}

import type { Coverage } from "@journey-kit/schemas/control";
import { mergeCoverage } from "@journey-kit/schemas/report";
import { ProfileError } from "@journey-kit/schemas/tables";
import type { ClientAdapter } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import { now } from "../service/real-time.ts";
import { useSimulator } from "../service/start-simulator.ts";
import type { SimulatorAddress } from "../service/world.ts";
import { builtInRuns } from "./conditions.ts";
import { type ExhaustiveResult, exploreSchedules } from "./exhaustive.ts";
import {
  blameLeak,
  explainFailures,
  type Failure,
  inParallel,
  type Observe,
  parseReplay,
  type Replay,
} from "./explain.ts";
import { isBrokenIn, judge, type Observation, requirementsOf } from "./judge.ts";
import { type CheckOptions, checkOptions } from "./options.ts";
import { createPlan } from "./plan.ts";
import { planReadings, type ReadingsSummary, summariseReadings } from "./readings.ts";
import type { Requirement, RequirementId, RequirementRow } from "./requirements.ts";
import { createRunner } from "./run.ts";

/** The result for one requirement. */
export interface RequirementResult extends Pick<Requirement, "spec" | "text"> {
  readonly id: RequirementId;
  readonly strength: "must" | "warning";
  readonly status: "pass" | "fail" | "untested";
  /** Why it is untested, for each different reason. */
  readonly reasons: readonly string[];
}

/** The result of {@link checkClient}. */
export interface ClientReport {
  /**
   * Whether no `must` requirement failed or stayed untested, apart from those in `allowUntested`, the client sent a
   * request, and the coverage reached `min`.
   */
  readonly passed: boolean;
  /** Why the client does not pass although no requirement failed. */
  readonly why?: string;
  readonly results: readonly RequirementResult[];
  readonly failures: readonly Failure[];
  /** Number of conditions that were run, without repetitions. */
  readonly conditions: number;
  readonly requests: number;
  readonly seed: number;
  /** Why the check ended before everything was run. */
  readonly stopped?: "time" | "signal";
  readonly coverage: Coverage;
  readonly readings?: ReadingsSummary;
  readonly exhaustive?: ExhaustiveResult;
}

/**
 * Tests a client against the requirements of the specification: under named conditions, then if asked for under
 * generated ones, under every pair of readings and under every schedule of faults. Each condition has worlds of its own.
 * Continues after a failure, and looks for the shortest condition that shows each one.
 *
 * @throws {TypeError} When an option has an invalid value.
 * @throws {ReplayTokenError} When `replay` is not a replay token, or comes from another version.
 * @throws {ApiError} When the simulator refuses a condition.
 * @example
 * const report = await checkClient(adapter);
 * if (!report.passed) throw new Error(renderReport(report));
 */
export async function checkClient(adapter: ClientAdapter, options: CheckOptions = {}): Promise<ClientReport> {
  checkOptions(options);
  const { seed = Math.trunc(Math.random() * 2 ** 31), replay, only = [] } = options;
  const rows = requirementsOf(options.apiVersion ?? "v2");
  const unknown = only.find((id) => rows.every(([known]) => known !== id));
  if (unknown !== undefined) throw new TypeError(`only: There is no requirement "${unknown}".`);
  const repeated = replay === undefined ? undefined : await parseReplay(replay);
  const { simulator, close } = await useSimulator(options.simulator);
  try {
    return await search(adapter, simulator, { ...options, seed, repeated });
  } finally {
    await close();
  }
}

interface SearchOptions extends CheckOptions {
  readonly seed: number;
  readonly repeated: Replay | undefined;
}

async function search(
  adapter: ClientAdapter,
  simulator: SimulatorAddress,
  options: SearchOptions,
): Promise<ClientReport> {
  const { apiVersion = "v2", only, except = [], seconds, signal, seed, repeated, timeoutMs, pollIntervalMs } = options;
  const begun = now();
  const endsAt = begun + (seconds ?? Number.POSITIVE_INFINITY) * 1_000;
  const time = seconds === undefined ? undefined : AbortSignal.timeout(seconds * 1_000);
  const ends = AbortSignal.any([signal, time].filter((one) => one !== undefined));
  const isOver = () => ends.aborted || now() > endsAt;
  const { isVirtual } = repeated ?? {};
  const runner = createRunner(adapter, { simulator, pollIntervalMs, timeoutMs, signal: ends, isVirtual });
  const rows = requirementsOf(apiVersion).filter(([id]) => !except.includes(id) && (only?.includes(id) ?? true));
  const ids = rows.map(([id]) => id);
  const fixed = repeated === undefined ? options.conditions : [repeated.condition];
  const plan = createPlan(runner, { ...options, seed, rows });
  const observations: Observation[] = [];
  let [done, total, failed] = [0, 0, 0];

  const isBroken = ({ verdicts }: Observation) => ids.some((id) => verdicts.get(id)?.status === "fail");
  const report = (line: string) => options.onProgress?.({ done, total: Math.max(total, done), failed, line });
  /** Runs a condition. Returns undefined if the check ended, or the readings conflict. */
  const observe: Observe = async (condition, own = {}) => {
    if (isOver() || own.signal?.aborted) return undefined;
    try {
      const from = now();
      const keeps = options.onFailure && isBrokenIn;
      const evidence = await runner.run(condition, { ...own, keeps });
      return { ...judge(condition, evidence), duration: now() - from };
    } catch (error) {
      if (ends.aborted || own.signal?.aborted || error instanceof ProfileError) return undefined;
      throw error;
    }
  };
  const runOne = async (condition: Condition): Promise<Observation | undefined> => {
    const observation = await observe(condition);
    if (observation !== undefined) {
      done += 1;
      observations.push(observation);
      if (isBroken(observation)) failed += 1;
      report(renderProgress(observation, ids));
    }
    return observation;
  };
  const runAll = async (conditions: readonly Condition[]): Promise<void> => {
    total += conditions.length;
    await inParallel(conditions, runner.isVirtual() ? 1 : (options.parallel ?? 6), runOne);
  };

  /**
   * Runs the simplest conditions. Returns the region for the others, or why nothing else can be run: the client fails
   * entirely, or leaves state behind that would show in all that follows.
   */
  const begin = async (): Promise<{ readonly region?: Condition["region"]; readonly hopeless?: string }> => {
    const accepted = await runOne(plan.named("accepted"));
    if (accepted === undefined && isOver()) return {};
    const endings = accepted?.evidence.flatMap((one) => one.endings) ?? [];
    if (accepted === undefined || endings.every(({ kind }) => kind !== "reported"))
      return { hopeless: "The client failed the simplest journey, so nothing else was run." };
    const region = accepted.evidence[0]?.instances[0]?.region;
    const pair = await runOne(plan.named("two-in-turn", region));
    const leak = pair && blameLeak(accepted, pair);
    if (pair !== undefined && leak !== undefined) {
      observations[observations.indexOf(pair)] = leak;
      return { hopeless: "The client keeps state of another client, so nothing else was run." };
    }
    if (!runner.isVirtual()) await runOne(plan.named("in-review", region)); // shows whether the client calls `settings.sleep`
    return { region };
  };
  const execute = async (): Promise<{ readonly hopeless?: string; readonly exhaustive?: ExhaustiveResult }> => {
    if (fixed !== undefined) {
      await runAll(fixed);
      return {};
    }
    total += 3;
    const { region, hopeless } = await begin();
    if (hopeless !== undefined) return { hopeless };
    const known = observations.map(({ condition }) => condition.id);
    await runAll([...plan.table(region, known), ...plan.custom(region), ...plan.generated()]);
    if (options.everyReading === true) {
      const readings = planReadings(builtInRuns.filter((one) => one.apiVersion === apiVersion));
      await runAll(readings.conditions);
      await runAll(readings.hidden(observations));
    }
    if (options.exhaustive === undefined) return {};
    const exhaustive = await exploreSchedules(runner, {
      faults: options.exhaustive,
      run: plan.scheduleRun,
      observe: async (condition, world) => {
        const observation = await observe(condition, { world });
        if (
          observation !== undefined &&
          (isBroken(observation) || observations.every((one) => one.condition.id !== "schedule"))
        )
          observations.push(observation);
        return observation;
      },
      isFailed: isBroken,
      onSchedule: (schedules, waiting) => {
        done += 1;
        total = done + waiting;
        if (schedules % 500 === 0) report(`${schedules} schedules`);
      },
      isOver,
    });
    return { exhaustive };
  };

  const { hopeless, exhaustive } = await execute();
  const failures = await explainFailures(rows, observations, {
    runner,
    observe,
    isOver,
    replayed: repeated,
    onFailure: options.onFailure,
    isFixed: fixed !== undefined,
    keepsJourneys: options.run !== undefined,
  });
  const results = rows.map((row) => findResult(row, observations, failures, hopeless));
  const coverage = mergeCoverage(
    "all conditions",
    observations.flatMap(({ evidence }) => evidence.flatMap((one) => one.coverage ?? [])),
    options.min,
  );
  const stopped = time?.aborted === true || now() > endsAt ? "time" : signal?.aborted === true ? "signal" : undefined;
  const why = findWhy(results, coverage, {
    allowed: options.allowUntested ?? [],
    isReplay: fixed !== undefined,
    stopped,
  });
  const readings = options.everyReading === true ? summariseReadings(observations, failures) : undefined;
  return {
    passed: why === undefined && !failures.some(({ strength }) => strength === "must"),
    ...(why !== undefined && { why }),
    results,
    failures,
    conditions: done,
    requests: coverage.requests,
    seed,
    ...(stopped !== undefined && { stopped }),
    coverage,
    ...(readings !== undefined && { readings }),
    ...(exhaustive !== undefined && { exhaustive }),
  };
}

function renderProgress(
  { condition, evidence, verdicts, duration = 0 }: Observation,
  ids: readonly RequirementId[],
): string {
  const requests = evidence.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const broken = ids.filter((id) => verdicts.get(id)?.status === "fail");
  const what = broken.length === 0 ? "ok" : `fails ${broken.join(", ")}`;
  return `${condition.id}: ${what}, ${requests} ${requests === 1 ? "request" : "requests"}, ${(duration / 1_000).toFixed(1)} s`;
}

function findResult(
  [id, { spec, text, strength = "must" }]: RequirementRow,
  observations: readonly Observation[],
  failures: readonly Failure[],
  hopeless: string | undefined,
): RequirementResult {
  const verdicts = observations.flatMap((one) => one.verdicts.get(id) ?? []);
  const isFailed = failures.some((one) => one.id === id);
  const isPassed = verdicts.some((one) => one.status === "pass");
  const status = isFailed ? "fail" : isPassed ? "pass" : "untested";
  const whys = verdicts.flatMap((one) => (one.status === "untested" ? [one.why] : []));
  return {
    ...{ id, spec, text, strength, status },
    reasons: status === "untested" ? (hopeless === undefined ? [...new Set(whys)] : [hopeless]) : [],
  };
}

interface Why {
  readonly allowed: readonly RequirementId[];
  readonly isReplay: boolean;
  readonly stopped: ClientReport["stopped"];
}

/** Why a report does not pass even if no requirement failed. */
function findWhy(
  results: readonly RequirementResult[],
  { requests, reached, percentage, min }: Coverage,
  { allowed, isReplay, stopped }: Why,
): string | undefined {
  if (results.length === 0) return "No requirement was checked.";
  if (stopped !== undefined)
    return `The check was stopped ${stopped === "time" ? "at its time limit" : "by the user"}.`;
  if (requests === 0) return "The client sent no request.";
  const untested = results.filter(
    (one) => one.status === "untested" && one.strength === "must" && !allowed.includes(one.id),
  );
  if (isReplay) return undefined;
  if (untested.length > 0) return `${renderList(untested.map(({ id }) => id))} not tested.`;
  if (!results.some(({ status }) => status !== "untested")) return "No requirement was tested.";
  return reached ? undefined : `The coverage is ${percentage} %, which is less than ${min} %.`;
}

const renderList = (ids: readonly string[]): string =>
  ids.length === 1 ? `${ids[0]} was` : `${ids.slice(0, -1).join(", ")} and ${ids.at(-1)} were`;

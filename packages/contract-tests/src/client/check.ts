import type { Coverage, FaultPlan, Scenario } from "@journey-kit/schemas/control";
import { type ProfileChoice, ProfileError, resolveProfile } from "@journey-kit/schemas/profile";
import { mergeCoverage } from "@journey-kit/schemas/report";
import fc from "fast-check";
import { generatedCondition } from "../arbitraries/condition.ts";
import type { ClientAdapter, JourneyRun } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import { checkOptions } from "../service/options.ts";
import { toReadings } from "../service/readings.ts";
import { now } from "../service/real-time.ts";
import { useSimulator } from "../service/start-simulator.ts";
import type { SimulatorAddress } from "../service/world.ts";
import { builtInRuns, conditionRows, createCondition, usualRun } from "./conditions.ts";
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
import { judge, type Observation, requirementsOf } from "./judge.ts";
import { planReadings, type ReadingsSummary, summariseReadings } from "./readings.ts";
import type { Requirement, RequirementId, RequirementRow } from "./requirements.ts";
import { createRunner } from "./run.ts";

/** Options for {@link checkClient}. */
export interface CheckOptions {
  /** A running simulator, on which the check publishes journeys; by default a temporary one. */
  readonly simulator?: SimulatorAddress | undefined;
  /** The requirements to check; default all. */
  readonly only?: readonly RequirementId[] | undefined;
  /** Requirements to ignore. */
  readonly except?: readonly RequirementId[] | undefined;
  /** Requirements that may stay untested. By default, the check does not pass if a `must` requirement does. */
  readonly allowUntested?: readonly RequirementId[] | undefined;
  /** The API version of the journeys; default `v2`. */
  readonly generation?: "v1" | "v2" | undefined;
  /** The readings of the service, unless a condition requires others; default `specified`. */
  readonly profile?: ProfileChoice | undefined;
  /** The journey to run under most conditions; default `document-and-selfie@latest` with data for every element. */
  readonly run?: JourneyRun | undefined;
  /** The scenario and the faults of your own condition, `custom`. */
  readonly custom?: { readonly scenario: string | Scenario; readonly faults?: FaultPlan | undefined } | undefined;
  /** Number of generated conditions; default 0. */
  readonly generate?: number | undefined;
  /** The same seed generates the same conditions; default a random seed. */
  readonly seed?: number | undefined;
  /** Whether to run every built-in journey under every pair of readings. */
  readonly everyReading?: boolean | undefined;
  /** Run every schedule of at most this many faults. Only for clients that call `settings.sleep` and `settings.now`. */
  readonly exhaustive?: number | undefined;
  /** Your own conditions, instead of those of the table. */
  readonly conditions?: readonly Condition[] | undefined;
  /** The replay token of a failure, to run only its condition. */
  readonly replay?: string | undefined;
  /** Time limit for the whole check in seconds of real time; default none. */
  readonly seconds?: number | undefined;
  /** Number of conditions that run at the same time; default 4, and 1 for a client that calls `settings.sleep`. */
  readonly parallel?: number | undefined;
  /** Time limit for a condition in milliseconds of real time; default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds between two polls; by default 10,000 for a client that calls `settings.sleep`, otherwise 100. */
  readonly pollIntervalMs?: number | undefined;
  /** The required coverage in percent. */
  readonly min?: number | undefined;
  /** Stops the check. The report covers what was run until then. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each step. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The progress of a check. */
export interface Progress {
  readonly done: number;
  /** Steps in total. It can grow while readings or schedules are searched. */
  readonly total: number;
  readonly failed: number;
  /** What was done last. */
  readonly line: string;
}

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
  const rows = requirementsOf(options.generation ?? "v2");
  const unknown = only.find((id) => rows.every(([known]) => known !== id));
  if (unknown !== undefined) throw new TypeError(`only: There is no requirement "${unknown}".`);
  const repeated = replay === undefined ? undefined : await parseReplay(replay);
  const { simulator, close } = await useSimulator(options.simulator);
  try {
    const search = createSearch(adapter, simulator, { ...options, seed, repeated });
    return await search.run();
  } finally {
    await close();
  }
}

interface SearchOptions extends CheckOptions {
  readonly seed: number;
  readonly repeated: Replay | undefined;
}

function createSearch(adapter: ClientAdapter, simulator: SimulatorAddress, options: SearchOptions) {
  const { generation = "v2", only, except = [], seconds, signal, seed, repeated, timeoutMs } = options;
  const begun = now();
  const endsAt = begun + (seconds ?? Number.POSITIVE_INFINITY) * 1_000;
  const time = seconds === undefined ? undefined : AbortSignal.timeout(seconds * 1_000);
  const ends = AbortSignal.any([signal, time].filter((one) => one !== undefined));
  const isOver = () => ends.aborted || now() > endsAt;
  const { pollIntervalMs } = options;
  const runner = createRunner(adapter, {
    simulator,
    pollIntervalMs,
    timeoutMs,
    signal: ends,
    isVirtual: repeated?.isVirtual,
  });
  const profile = resolveProfile(options.profile);
  const rows = requirementsOf(generation).filter(([id]) => !except.includes(id) && (only?.includes(id) ?? true));
  const ids = rows.map(([id]) => id);
  const observations: Observation[] = [];
  let [done, total, failed] = [0, 0, 0];

  const isBroken = ({ verdicts }: Observation) => ids.some((id) => verdicts.get(id)?.status === "fail");
  const report = (line: string) => options.onProgress?.({ done, total: Math.max(total, done), failed, line });
  /** Runs a condition. Returns undefined if the check ended, or the readings conflict. */
  const observe: Observe = async (condition, own = {}) => {
    if (isOver() || own.signal?.aborted) return undefined;
    try {
      const from = now();
      const evidence = await runner.run(condition, own);
      return { ...judge(condition, evidence), duration: now() - from };
    } catch (error) {
      if (ends.aborted || own.signal?.aborted || error instanceof ProfileError) return undefined;
      throw error;
    }
  };
  const runOne = async (condition: Condition): Promise<Observation | undefined> => {
    const observation = await observe(condition);
    done += 1;
    if (observation !== undefined) {
      observations.push(observation);
      if (isBroken(observation)) failed += 1;
      report(renderProgress(observation, ids));
    }
    return observation;
  };
  const runAll = async (conditions: readonly Condition[]): Promise<void> => {
    total += conditions.length;
    await inParallel(conditions, runner.isVirtual() ? 1 : (options.parallel ?? 4), runOne);
  };

  const adapt = (condition: Condition): Condition => {
    const faults =
      condition.id === "generated" && !runner.isVirtual() ? withoutRetryAfter(condition.faults) : condition.faults;
    return { ...condition, faults };
  };

  /**
   * Runs the simplest conditions. Returns the region for the others, or why nothing else can be run: the client fails
   * entirely, or leaves state behind that would show in all that follows.
   */
  const begin = async (): Promise<{ readonly region?: Condition["region"]; readonly hopeless?: string }> => {
    const accepted = await runOne(named("accepted"));
    const endings = accepted?.evidence.flatMap((one) => one.endings) ?? [];
    if (accepted === undefined || endings.every(({ kind }) => kind !== "reported"))
      return { hopeless: "The client failed the simplest journey, so nothing else was run." };
    const region = accepted.evidence[0]?.instances[0]?.region;
    const pair = await runOne(named("two-in-turn", region));
    const leak = pair && blameLeak(accepted, pair);
    if (pair !== undefined && leak !== undefined) {
      observations[observations.indexOf(pair)] = leak;
      return { hopeless: "The client keeps state of another client, so nothing else was run." };
    }
    if (!runner.isVirtual()) await runOne(named("in-review", region)); // shows whether the client calls `settings.sleep`
    return { region };
  };
  const run =
    options.run ??
    (generation === "v2" ? usualRun : { ...usualRun, resourceId: "document-and-selfie-v1@latest", generation });
  const named = (id: (typeof conditionRows)[number][0], region?: Condition["region"]): Condition => {
    const context = { pollIntervalMs: runner.pollIntervalMs(), run };
    const condition = createCondition(id, context, region);
    const readings = toReadings(resolveProfile({ readings: { ...profile, ...condition.readings } }));
    return forGeneration({ ...condition, readings }, generation);
  };
  const planTable = (region: Condition["region"]): readonly Condition[] => {
    const wanted = conditionRows.filter(
      ([id, { hasOwnJourney }]) =>
        !(hasOwnJourney === true && (options.run !== undefined || generation === "v1")) &&
        !observations.some(({ condition }) => condition.id === id) &&
        (only === undefined || isWanted(id, rows)),
    );
    return wanted.flatMap(([id]) => {
      try {
        return [named(id, region)];
      } catch (error) {
        if (error instanceof ProfileError) return []; // impossible under the readings of the profile
        throw error;
      }
    });
  };
  const custom = (region: Condition["region"]): readonly Condition[] =>
    options.custom === undefined
      ? []
      : [
          {
            ...options.custom,
            id: "custom",
            text: "Your own condition.",
            runs: [run],
            region,
            readings: toReadings(profile),
            review: "accept",
          },
        ];
  const planGenerated = (): readonly Condition[] => {
    const fixed = options.profile === undefined ? undefined : profile;
    const count = options.generate ?? 0;
    return count === 0
      ? []
      : fc.sample(generatedCondition({ generation, profile: fixed }), { seed, numRuns: count }).map(adapt);
  };

  const execute = async (): Promise<{ readonly hopeless?: string; readonly exhaustive?: ExhaustiveResult }> => {
    if (repeated !== undefined) {
      await runAll([repeated.condition]);
      return {};
    }
    if (options.conditions !== undefined) {
      await runAll(options.conditions);
      return {};
    }
    total += 3;
    const { region, hopeless } = await begin();
    if (hopeless !== undefined) return { hopeless };
    await runAll([...planTable(region), ...custom(region), ...planGenerated()]);
    if (options.everyReading === true) {
      const plan = planReadings(builtInRuns.filter((one) => one.generation === generation));
      await runAll(plan.conditions);
      await runAll(plan.hidden(observations));
    }
    if (options.exhaustive === undefined) return {};
    const exhaustive = await exploreSchedules(runner, {
      faults: options.exhaustive,
      run: options.run ?? builtInRuns.find((one) => one.generation === generation) ?? run,
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

  return {
    run: async (): Promise<ClientReport> => {
      const { hopeless, exhaustive } = await execute();
      const found = await explainFailures(rows, observations, {
        runner,
        observe,
        isOver,
        replayed: repeated,
        isFixed: repeated !== undefined || options.conditions !== undefined,
      });
      const failures = found.flatMap((one) => (one.isUnstable ? [] : [one.failure]));
      const results = rows.map((row) => toResult(row, observations, failures, hopeless));
      const coverage = mergeCoverage(
        "all conditions",
        observations.flatMap(({ evidence }) => evidence.flatMap((one) => one.coverage ?? [])),
        options.min,
      );
      const stopped =
        time?.aborted === true || now() > endsAt ? "time" : signal?.aborted === true ? "signal" : undefined;
      const why = findWhy(results, coverage, {
        allowed: options.allowUntested ?? [],
        isReplay: repeated !== undefined || options.conditions !== undefined,
        stopped,
      });
      const readings = options.everyReading === true ? summariseReadings(observations) : undefined;
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
    },
  };
}

const isWanted = (id: string, rows: readonly RequirementRow[]): boolean =>
  rows.some(([, { conditions }]) =>
    conditions === "all" ? id === "revoked-token" : conditions.some((one) => one === id),
  );

/** Removes `Retry-After`, because a client with its own timers would really wait that long. */
const withoutRetryAfter = (faults: FaultPlan = { rules: [] }): FaultPlan => ({
  rules: faults.rules.map(({ when, then }) => ({ when, then: "status" in then ? { status: then.status } : then })),
});

const v1Endpoints = {
  "v2.startJourney": "v1.startJourney",
  "v2.fetchState": "v1.fetchState",
  "v2.fetchInteraction": "v1.listTaskSchemas",
  "v2.submitInteraction": "v1.updateTask",
} as const;

/** Turns a condition of the table into one for v1. Spec 9. */
function forGeneration(condition: Condition, generation: "v1" | "v2"): Condition {
  if (generation === "v2" || condition.faults === undefined) return condition;
  const rules = condition.faults.rules.map(({ when, ...rule }) => {
    const endpoint =
      when.endpoint !== undefined && Object.hasOwn(v1Endpoints, when.endpoint)
        ? v1Endpoints[when.endpoint as keyof typeof v1Endpoints]
        : when.endpoint; // the key exists
    return { ...rule, when: { ...when, ...(endpoint !== undefined && { endpoint }) } };
  });
  return { ...condition, faults: { rules } };
}

function renderProgress({ condition, evidence, verdicts }: Observation, ids: readonly RequirementId[]): string {
  const requests = evidence.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  const broken = ids.filter((id) => verdicts.get(id)?.status === "fail");
  const what = broken.length === 0 ? "ok" : `fails ${broken.join(", ")}`;
  return `${condition.id}: ${what}, ${requests} ${requests === 1 ? "request" : "requests"}`;
}

function toResult(
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
    id,
    spec,
    text,
    strength,
    status,
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
  if (requests === 0) return "The client sent no request.";
  if (stopped !== undefined)
    return `The check was stopped ${stopped === "time" ? "at its time limit" : "by the user"}.`;
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

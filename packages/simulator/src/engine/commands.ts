import type { Clock } from "../world/clock.ts";
import type { OutcomeChoice, Retry } from "../world/scenario.ts";
import { day, endOfTime, type Millis } from "../world/time.ts";
import { endOf, type Instance, isFinal, type ModuleRun, type Outcome, type Progress, type Start } from "./instance.ts";
import { describeOutcomes, findOutcome } from "./module.ts";
import { createCitations, ok, type Result, refuse } from "./result.ts";
import { fail, isRunOf, nextEvent, settleInstance, terminate } from "./settle.ts";
import type { EngineCitations, InstanceTerms } from "./terms.ts";
import { createTaskStrategy, startV1, type Update, update, type V1Instance } from "./v1.ts";
import { createInteractionStrategy, type Submit, startV2, submit, type V2Instance } from "./v2.ts";

interface RecordOf<ApiVersion extends "v1" | "v2", Of extends Instance> {
  readonly apiVersion: ApiVersion;
  readonly terms: InstanceTerms;
  readonly instance: Of;
}

/** A v1 instance with the terms it pinned at start. */
export type V1Record = RecordOf<"v1", V1Instance>;

/** A v2 instance with the terms it pinned at start. */
export type V2Record = RecordOf<"v2", V2Instance>;

export type InstanceRecord = V1Record | V2Record;

export type InstanceOf<ApiVersion extends "v1" | "v2"> = Extract<InstanceRecord, { apiVersion: ApiVersion }>;

export type StartCommand = Start & { readonly apiVersion: "v1" | "v2" };

export type Command = Submit | Update | LifecycleCommand;

/** Every command of an instance, in order. The terms and the log are enough to rebuild the instance. */
export type Log = readonly [StartCommand, ...Command[]];

/** Starts an instance of either API version. Spec 3.1. */
export function startInstance(
  terms: InstanceTerms,
  command: StartCommand,
  citations: EngineCitations = createCitations(terms.readings),
): Result<InstanceRecord> {
  const { apiVersion } = command;
  switch (apiVersion) {
    case "v1":
      return mapValue(startV1({ terms, citations }, command), (instance) => ({ apiVersion, terms, instance }));
    case "v2":
      return mapValue(startV2({ terms, citations }, command), (instance) => ({ apiVersion, terms, instance }));
  }
}

/**
 * Applies the events of an instance up to `at`, in the time of the instance. Returns the same record if nothing
 * happened. A fetch does not store the settled record, so the next call continues from the cached result.
 */
export function settle(record: InstanceRecord, at: Millis): InstanceRecord {
  if (!isDue(record, at)) return record;
  const last = lastSettled.get(record);
  const from = last !== undefined && last.at <= at ? last.settled : record;
  if (!isDue(from, at)) return from;
  const { terms } = record;
  const context = { terms, citations: createCitations(terms.readings) };
  const settled: InstanceRecord =
    from.apiVersion === "v1"
      ? { ...from, instance: settleInstance(terms, createTaskStrategy(context), from.instance, at) }
      : { ...from, instance: settleInstance(terms, createInteractionStrategy(context), from.instance, at) };
  lastSettled.set(record, { at, settled });
  return settled;
}

function isDue({ terms, instance }: InstanceRecord, at: Millis): boolean {
  const next = nextEvent(terms, instance);
  return next !== undefined && next <= at;
}

const lastSettled = new WeakMap<InstanceRecord, { readonly at: Millis; readonly settled: InstanceRecord }>();

/**
 * Applies a command to an instance that the caller has settled to `command.at`. A command that changes nothing returns
 * the same instance. `citations` records the basis of the decision.
 *
 * @throws If the command belongs to the other API version. The API never sends such a command.
 */
export function applyCommand(
  record: InstanceRecord,
  command: Command,
  citations: EngineCitations = createCitations(record.terms.readings),
): Result<InstanceRecord> {
  const { terms } = record;
  const context = { terms, citations };
  if (record.apiVersion === "v1" && command.type !== "submit") {
    const { instance } = record;
    const isUpdate = command.type === "update";
    const result = isUpdate ? update(context, instance, command) : applyLifecycleCommand(terms, instance, command);
    return mapValue(result, (instance) => ({ ...record, instance }));
  }
  if (record.apiVersion === "v2" && command.type !== "update") {
    const { instance } = record;
    const isSubmit = command.type === "submit";
    const result = isSubmit ? submit(context, instance, command) : applyLifecycleCommand(terms, instance, command);
    return mapValue(result, (instance) => ({ ...record, instance }));
  }
  throw new Error(`Cannot apply the command "${command.type}" to a ${record.apiVersion} instance.`);
}

export function replay(terms: InstanceTerms, [first, ...rest]: Log): Result<InstanceRecord> {
  let result = startInstance(terms, first);
  for (const command of rest) if (result.ok) result = applyCommand(settle(result.value, command.at), command);
  return result;
}

/** The time of an instance when its world is at `worldAt`. Commands use it as `at`. */
export const instanceTime = ({ instance }: { readonly instance: Instance }, worldAt: Millis): Millis =>
  Math.min(endOfTime, Math.max(instance.at, worldAt + instance.skew));

export const settleAt = (record: InstanceRecord, worldAt: Millis): InstanceRecord =>
  settle(record, instanceTime(record, worldAt));

/** An instance after a command, and the command to log. */
export interface Change<Applied = Command | undefined> {
  readonly record: InstanceRecord;
  /** Undefined if nothing changed. */
  readonly command: Applied;
}

/** Milliseconds from `at` to the next event of an instance; 0 if there is none. */
export function untilNextEvent(record: InstanceRecord, at: Millis): Millis {
  const { terms, instance } = settle(record, at);
  const next = nextEvent(terms, instance);
  return next === undefined || next === endOfTime ? 0 : Math.max(0, next - at);
}

/** Milliseconds from `at` to the end of the next module run; 0 if no running module ever finishes. */
export function untilNextFinish({ instance: { progress } }: InstanceRecord, at: Millis): Millis {
  const next = progress.phase === "running" ? Math.min(...progress.runs.map((run) => run.finishesAt)) : endOfTime;
  return next === endOfTime ? 0 : Math.max(0, next - at);
}

/** Whether fetching a settled instance moves it to the end of its next module run: under an `auto` clock, if there is one. */
export const isMovedByFetch = (record: InstanceRecord, { mode }: Clock, worldAt: Millis): boolean =>
  mode === "auto" && untilNextFinish(record, instanceTime(record, worldAt)) > 0;

/** The command that moves a settled instance to the end of its next module run. */
export const advanceToFinish = (settled: InstanceRecord, at: Millis): Command => ({
  type: "advance",
  at,
  by: untilNextFinish(settled, at),
});

/** The command that finishes the running modules now. */
export const finishNow = (_: InstanceRecord, at: Millis): Command => ({ type: "finish", at });

/** Whether the retention period of a settled instance is over when its world is at `worldAt`. Gap `retention`. */
export const isGone = (record: InstanceRecord, worldAt: Millis): boolean =>
  record.terms.readings.retention !== "never" && endedLongAgo(record, worldAt);

/** Whether a settled instance ended at least a day before its world is at `worldAt`. Gap `retention`. */
export function endedLongAgo({ instance }: InstanceRecord, worldAt: Millis): boolean {
  const endedAt = endOf(instance);
  return endedAt !== undefined && instanceTime({ instance }, worldAt) - endedAt >= day;
}

const mapValue = <From, To>(result: Result<From>, map: (value: From) => To): Result<To> =>
  result.ok ? ok(map(result.value)) : result;

/** Replaces the outcome of a running module. */
interface Resolve {
  readonly type: "resolve";
  readonly at: Millis;
  readonly module: string;
  readonly outcome: OutcomeChoice;
  readonly advice: Readonly<Record<string, unknown>> | undefined;
  readonly retry?: Retry | undefined;
}

/**
 * A command that collects no data: from a tester, from the caller (`terminate`), from a fetch or start that moves the
 * instance (`advance`, `finish`), or from a synchronous start that gives up (`abandon`, Spec 4.3). It is logged like
 * every other command, so the instance can be replayed.
 */
type LifecycleCommand =
  | Resolve
  | { readonly type: "review"; readonly at: Millis; readonly outcome: Exclude<Outcome, "refer"> }
  | { readonly type: "pause" | "resume" | "fail" | "abandon" | "terminate"; readonly at: Millis }
  /** Finishes the running modules now, except those that never finish. */
  | { readonly type: "finish"; readonly at: Millis }
  /** Moves the time of this instance forward by a number of milliseconds. */
  | { readonly type: "advance"; readonly at: Millis; readonly by: Millis };

const causes = {
  fail: "A tester made the instance fail.",
  abandon: "The synchronous start gave up waiting for modules that do not finish.",
} as const;

/**
 * Applies a command of a tester to a settled instance. Spec 3.1; gaps `paused`, `refer-ends-journey`.
 *
 * @returns The next instance, or `JOURNEY_NOT_ACTIVE` if its phase does not allow the command.
 */
function applyLifecycleCommand<Collection>(
  terms: InstanceTerms,
  instance: Instance<Collection>,
  command: LifecycleCommand,
): Result<Instance<Collection>> {
  const { progress } = instance;
  const { at } = command;
  const next = (change: Progress): Result<Instance<Collection>> => ok({ ...instance, at, progress: change });
  switch (command.type) {
    case "resolve":
      return resolveModule(terms, instance, command);
    case "review":
      if (progress.phase !== "reviewing")
        return refuse("JOURNEY_NOT_ACTIVE", "The journey is not waiting for a review.");
      return next({ phase: "finished", outcome: command.outcome, finishedAt: at });
    case "pause":
      if (isFinal(instance) || progress.phase === "paused")
        return refuse("JOURNEY_NOT_ACTIVE", "The journey is not active.");
      return next({ phase: "paused", since: at, before: progress });
    case "resume":
      if (progress.phase !== "paused") return refuse("JOURNEY_NOT_ACTIVE", "The journey is not paused.");
      return next(shiftFinishes(progress.before, at - progress.since));
    case "fail":
    case "abandon":
      if (isFinal(instance)) return refuse("JOURNEY_NOT_ACTIVE", "The journey has ended.");
      return ok(fail({ ...instance, at }, causes[command.type], at));
    case "terminate":
      if (isFinal(instance)) return refuse("JOURNEY_NOT_ACTIVE", "The journey has ended.");
      return ok(terminate({ ...instance, at }, at));
    case "finish":
      return progress.phase === "running" ? next(finishAt(progress, at)) : ok(instance);
    case "advance":
      return ok(command.by === 0 ? instance : { ...instance, skew: instance.skew + command.by });
  }
}

/** The module still finishes at its scheduled time. A module that would never finish finishes immediately. */
function resolveModule<Collection>(
  terms: InstanceTerms,
  instance: Instance<Collection>,
  command: Resolve,
): Result<Instance<Collection>> {
  const { progress } = instance;
  const { at, module, outcome, advice, retry } = command;
  if (progress.phase !== "running" || !progress.runs.some((run) => run.module === module)) {
    return refuse("JOURNEY_NOT_ACTIVE", `${module} is not running.`);
  }
  const { runs } = progress;
  const found = findOutcome(terms.definition, module, outcome);
  if (found === undefined) {
    return refuse("INVALID_FIELD", `outcome: ${describeOutcomes(terms.definition, module)}`);
  }
  const uses = terms.definition.segments[instance.segment]?.modules.filter((use) => use.module === module) ?? [];
  const mayRepeat = uses.some((use) => (use.attempts ?? 1) > 1 && runs.some((run) => isRunOf(use, run)));
  if (retry !== undefined && retry !== "never" && !mayRepeat)
    return refuse("INVALID_FIELD", `retry: the journey runs ${module} only once.`);
  const resolved = runs.map((run): ModuleRun => {
    if (run.module !== module) return run;
    const { advice: _, retry: __, ...scheduled } = run;
    const finishesAt = run.finishesAt === endOfTime ? at : run.finishesAt;
    return {
      ...scheduled,
      finishesAt,
      outcome: found,
      breaks: false,
      decidedBy: "tester",
      ...(advice && { advice }),
      ...(retry && { retry }),
    };
  });
  return ok({ ...instance, at, progress: { ...progress, runs: resolved } });
}

const finishAt = (progress: Extract<Progress, { phase: "running" }>, at: Millis): Progress => ({
  ...progress,
  runs: progress.runs.map((run) => (run.finishesAt === endOfTime ? run : { ...run, finishesAt: at })),
});

/** Postpones the scheduled finish of each module by the length of a pause. */
const shiftFinishes = (progress: Progress, by: Millis): Progress =>
  progress.phase === "running"
    ? {
        ...progress,
        runs: progress.runs.map((run) => ({ ...run, finishesAt: Math.min(endOfTime, run.finishesAt + by) })),
      }
    : progress;

import type { Explanation, TimelineEvent } from "@journey-kit/schemas/control";
import { moduleOf } from "@journey-kit/schemas/modules";
import { applyCommand, type InstanceRecord, type Log, settle, startInstance } from "../engine/commands.ts";
import { type Instance, type InstanceTerms, type ModuleRun, outstanding, type Progress } from "../engine/instance.ts";
import { nextEvent } from "../engine/settle.ts";
import { openTasks } from "../engine/v1.ts";
import { current } from "../engine/v2.ts";
import { endOfTime, type Millis, toIso } from "../world/time.ts";
import { outcomeName } from "./advice.ts";

/** Says where an instance is at an instant of its own time, how it came there and what it waits for. */
export function renderExplanation(record: InstanceRecord, log: Log, at: Millis): Explanation {
  const { terms, instance } = record;
  const next = nextEvent(terms, instance);
  const runs = instance.progress.phase === "running" ? instance.progress.runs : [];
  return {
    instanceId: instance.id,
    journey: terms.definition.id,
    version: terms.definition.version,
    generation: record.generation,
    ordinal: instance.ordinal,
    scenario: terms.scenario.name,
    phase: instance.progress.phase,
    now: toIso(at),
    waitingFor: listWaits(record),
    ...(next !== undefined && next !== endOfTime && { nextEvent: toIso(next) }),
    modules: [
      ...instance.finished.map((run) => renderModule(terms, run, "finished")),
      ...runs.map((run) => renderModule(terms, run, "running")),
    ],
    timeline: renderTimeline(instance, log),
  };
}

function renderModule(
  terms: InstanceTerms,
  run: ModuleRun,
  state: "finished" | "running",
): Explanation["modules"][number] {
  return {
    module: run.module,
    variant: run.variant,
    attempt: run.attempt,
    state,
    startedAt: toIso(run.startedAt),
    ...(run.finishesAt !== endOfTime && { finishesAt: toIso(run.finishesAt) }),
    outcome: outcomeName(run),
    decidedBy: nameDecider(terms, run),
  };
}

/** Who decided what a module finds, in words. */
function nameDecider({ scenario }: InstanceTerms, { decidedBy }: ModuleRun): string {
  if (decidedBy === "tester") return "a tester";
  if (decidedBy === "module") return "the module itself";
  if (decidedBy === "otherwise") return `otherwise of scenario ${scenario.name}`;
  return `rule ${decidedBy + 1} of scenario ${scenario.name}`;
}

function listWaits(record: InstanceRecord): string[] {
  const { terms, instance } = record;
  const { progress } = instance;
  switch (progress.phase) {
    case "collecting":
      return listMissing(record);
    case "running":
      return [...progress.runs.map((run) => describeRun(terms, run)), ...listMissing(record)];
    case "reviewing":
      return ["a reviewer: the outcome is refer, and gap refer-ends-journey is no"];
    case "paused":
      return ["somebody to resume it", ...listWaits(resume(record, progress.before)).map((what) => `then ${what}`)];
    case "finished":
    case "failed":
      return [];
  }
}

/** An instance as it would be without its pause. */
const resume = (record: InstanceRecord, progress: Progress): InstanceRecord =>
  record.generation === "v1"
    ? { ...record, instance: { ...record.instance, progress } }
    : { ...record, instance: { ...record.instance, progress } };

/** What data is missing: elements of the current interaction, or of the open tasks. */
function listMissing(record: InstanceRecord): string[] {
  if (record.generation === "v1") {
    return openTasks(record.terms, record.instance).map(({ taskId, definition }) => {
      const missing = outstanding(record.instance, definition.required);
      const data = missing.length === 0 ? "the intent Complete" : missing.join(", ");
      return `task ${taskId} (${definition.id}) to be given ${data}`;
    });
  }
  const interaction = current(record.terms, record.instance);
  if (interaction === undefined) return [];
  const missing = outstanding(record.instance, interaction.required);
  const data = missing.length === 0 ? "one submit, for it requires nothing (gap optional-only)" : missing.join(", ");
  return [`interaction ${interaction.id} to be given ${data}`];
}

/** Until when a module runs, and why it takes that long. */
function describeRun(terms: InstanceTerms, run: ModuleRun): string {
  const subject = `module ${run.module}, attempt ${run.attempt}`;
  if (run.finishesAt === endOfTime) return `${subject}, which never finishes: ${nameDecider(terms, run)} says so`;
  const then = run.breaks ? "then it cannot complete" : "then it finishes";
  return `${subject}, until ${toIso(run.finishesAt)}, ${then}: ${explainLatency(terms, run)}`;
}

function explainLatency(terms: InstanceTerms, run: ModuleRun): string {
  const { scenario, definition, latency } = terms;
  const rule = typeof run.decidedBy === "number" ? scenario.rules[run.decidedBy]?.then : undefined;
  const takes = `it takes ${run.finishesAt - run.startedAt} ms`;
  if (rule?.latency !== undefined || rule?.ends === "fail") return `${takes} by ${nameDecider(terms, run)}`;
  if (latency !== undefined) return `${takes}, as every module of this simulator`;
  const use = definition.segments[run.segment]?.modules.find(({ module }) => module === run.module);
  if (use?.latency !== undefined) return `${takes} in this journey`;
  return `${takes}, which is usual (${moduleOf(run.module).latency} ms)`;
}

/** Everything that has happened, in the order in which it did. */
function renderTimeline({ progress, finished }: Instance, log: Log): TimelineEvent[] {
  const runs = progress.phase === "running" ? [...finished, ...progress.runs] : finished;
  const events = [
    ...log.map((command) => toEvent(command.at, "command", describeCommand(command))),
    ...finished.filter((run) => !isInstant(run)).map(toFinishEvent),
    ...runs.map((run) => toEvent(run.startedAt, "module-started", `${run.module}, attempt ${run.attempt}`)),
    ...finished.filter(isInstant).map(toFinishEvent),
  ];
  if (progress.phase === "finished") events.push(toEvent(progress.finishedAt, "evaluated", progress.outcome));
  if (progress.phase === "failed") events.push(toEvent(progress.failedAt, "failed", progress.cause));
  return events.toSorted((one, other) => one.at - other.at).map(({ event }) => event);
}

/** Sorting keeps the order of events at one instant: a module finishes before those start that waited for it. */
const toEvent = (at: Millis, kind: TimelineEvent["kind"], what: string) => ({
  at,
  event: { at: toIso(at), kind, what },
});

const toFinishEvent = (run: ModuleRun) =>
  toEvent(run.finishesAt, "module-finished", `${run.module}: ${outcomeName(run)}`);

/** Whether a module takes no time, so that it finishes after its own start at the same instant. */
const isInstant = (run: ModuleRun): boolean => run.finishesAt === run.startedAt;

/** A command without the data that came with it. */
function describeCommand(command: Log[number]): string {
  switch (command.type) {
    case "start":
      return `start by ${command.delivery}`;
    case "submit":
      return `submit of ${command.participants.filter((name) => /^\w{1,64}$/.test(name)).join(", ")}`;
    case "update":
      return `update of task ${command.taskId}`;
    case "resolve":
      return `resolve ${command.module} as ${command.outcome}`;
    case "advance":
      return `advance by ${command.by} ms`;
    case "review":
      return `review: ${command.outcome}`;
    case "pause":
    case "resume":
    case "fail":
      return command.type;
  }
}

/**
 * Names every transition that an instance has gone through up to an instant of its own time, in order: of the instance
 * as `running -> finished`, of a task as `task Assigned -> Completed`. Spec 3. It plays the log again, event by event.
 */
export function toTransitions(terms: InstanceTerms, [first, ...rest]: Log, at: Millis): readonly string[] {
  const begun = startInstance(terms, first);
  if (!begun.ok) return []; // no log begins with a start that was refused
  let record = begun.value;
  const seen = [...phaseSteps(undefined, record), ...stageSteps(undefined, record)];
  const moveTo = (next: InstanceRecord) => {
    seen.push(...phaseSteps(record, next), ...stageSteps(record, next));
    record = next;
  };
  const settleUntil = (until: Millis) => {
    for (let event = nextEvent(terms, record.instance); event !== undefined && event <= until; ) {
      moveTo(settle(record, event));
      event = nextEvent(terms, record.instance);
    }
  };
  for (const command of rest) {
    settleUntil(command.at);
    const result = applyCommand(record, command);
    if (result.ok) moveTo(result.value);
  }
  settleUntil(at);
  return seen;
}

/** Modules that take no time start and finish between one look and the next: the instance was running all the same. */
function phaseSteps(before: InstanceRecord | undefined, after: InstanceRecord): readonly string[] {
  const from = before?.instance.progress.phase ?? "none";
  const to = after.instance.progress.phase;
  if (from === to && before !== undefined && workOf(before) === workOf(after)) return [];
  const hasRun = after.instance.finished.length > (before?.instance.finished.length ?? 0);
  return hasRun && from !== "running" ? [`${from} -> running`, `running -> ${to}`] : [`${from} -> ${to}`];
}

/** Changes when an instance that stays in its phase has gone on in it: to other data, or to other modules. */
function workOf({ generation, instance }: InstanceRecord): number {
  const { progress, finished } = instance;
  if (progress.phase === "running") return finished.length + progress.runs.length;
  if (progress.phase !== "collecting") return 0;
  if (generation === "v2") return instance.collection.interaction;
  return instance.collection.stages.filter((stage) => stage === "Completed").length;
}

function stageSteps(before: InstanceRecord | undefined, after: InstanceRecord): readonly string[] {
  if (after.generation !== "v1") return [];
  const earlier = before?.generation === "v1" ? before.instance.collection.stages : [];
  return after.instance.collection.stages.flatMap((to, i) => {
    const from = earlier[i] ?? "Assigned";
    return from === to ? [] : [`task ${from} -> ${to}`];
  });
}

import type { Explanation, TimelineEvent } from "@journey-kit/schemas/control";
import { moduleOf } from "@journey-kit/schemas/modules";
import { applyCommand, type InstanceRecord, type Log, settle, startInstance } from "../engine/commands.ts";
import type { Instance, InstanceTerms, ModuleRun, Progress } from "../engine/instance.ts";
import { nextEvent } from "../engine/settle.ts";
import { openTasks } from "../engine/v1.ts";
import { current, outstanding } from "../engine/v2.ts";
import { endOfTime, type Millis, toIso } from "../world/time.ts";
import { outcomeName } from "./advice.ts";

/** Says where an instance is at an instant of its own time, how it came there and what it waits for. */
export function toExplanation(running: InstanceRecord, log: Log, at: Millis): Explanation {
  const { terms, instance } = running;
  const next = nextEvent(terms, instance);
  const runs = instance.progress.phase === "running" ? instance.progress.runs : [];
  return {
    instanceId: instance.id,
    journey: terms.definition.id,
    version: terms.definition.version,
    generation: running.generation,
    ordinal: instance.ordinal,
    scenario: terms.scenario.name,
    phase: instance.progress.phase,
    now: toIso(at),
    waitingFor: waitingFor(running),
    ...(next !== undefined && next !== endOfTime && { nextEvent: toIso(next) }),
    modules: [
      ...instance.finished.map((run) => toModule(terms, run, "finished")),
      ...runs.map((run) => toModule(terms, run, "running")),
    ],
    timeline: toTimeline(instance, log),
  };
}

function toModule(terms: InstanceTerms, run: ModuleRun, state: "finished" | "running"): Explanation["modules"][number] {
  return {
    module: run.module,
    variant: run.variant,
    attempt: run.attempt,
    state,
    startedAt: toIso(run.startedAt),
    ...(run.finishesAt !== endOfTime && { finishesAt: toIso(run.finishesAt) }),
    outcome: outcomeName(run),
    decidedBy: toDecider(terms, run),
  };
}

/** Who decided what a module finds, in words. */
function toDecider({ scenario }: InstanceTerms, { decidedBy }: ModuleRun): string {
  if (decidedBy === "tester") return "a tester";
  if (decidedBy === "module") return "the module itself";
  if (decidedBy === "otherwise") return `otherwise of scenario ${scenario.name}`;
  return `rule ${decidedBy + 1} of scenario ${scenario.name}`;
}

function waitingFor(running: InstanceRecord): string[] {
  const { progress } = running.instance;
  switch (progress.phase) {
    case "collecting":
      return collectingFor(running);
    case "running":
      return [...progress.runs.map((run) => runningFor(running.terms, run)), ...collectingFor(running)];
    case "reviewing":
      return ["a reviewer: the outcome is refer, and gap refer-ends-journey is no"];
    case "paused":
      return ["somebody to resume it", ...waitingFor(resumed(running, progress.before)).map((what) => `then ${what}`)];
    case "finished":
    case "failed":
      return [];
  }
}

/** An instance as it would be without its pause. */
const resumed = (running: InstanceRecord, progress: Progress): InstanceRecord =>
  running.generation === "v1"
    ? { ...running, instance: { ...running.instance, progress } }
    : { ...running, instance: { ...running.instance, progress } };

/** What data is missing: elements of the current interaction, or of the open tasks. */
function collectingFor(running: InstanceRecord): string[] {
  if (running.generation === "v1") {
    return openTasks(running.terms, running.instance).map(({ taskId, definition }) => {
      const missing = outstanding(running.instance, definition.required);
      const data = missing.length === 0 ? "the intent Complete" : missing.join(", ");
      return `task ${taskId} (${definition.id}) to be given ${data}`;
    });
  }
  const interaction = current(running.terms, running.instance);
  if (interaction === undefined) return [];
  const missing = outstanding(running.instance, interaction.required);
  const data = missing.length === 0 ? "one submit, for it requires nothing (gap optional-only)" : missing.join(", ");
  return [`interaction ${interaction.id} to be given ${data}`];
}

/** Until when a module runs, and why it takes that long. */
function runningFor(terms: InstanceTerms, run: ModuleRun): string {
  const subject = `module ${run.module}, attempt ${run.attempt}`;
  if (run.finishesAt === endOfTime) return `${subject}, which never finishes: ${toDecider(terms, run)} says so`;
  const then = run.breaks ? "then it cannot complete" : "then it finishes";
  return `${subject}, until ${toIso(run.finishesAt)}, ${then}: ${toLatencyReason(terms, run)}`;
}

function toLatencyReason(terms: InstanceTerms, run: ModuleRun): string {
  const { scenario, definition, latency } = terms;
  const rule = typeof run.decidedBy === "number" ? scenario.rules[run.decidedBy]?.then : undefined;
  const takes = `it takes ${run.finishesAt - run.startedAt} ms`;
  if (rule?.latency !== undefined || rule?.ends === "fail") return `${takes} by ${toDecider(terms, run)}`;
  if (latency !== undefined) return `${takes}, as every module of this simulator`;
  const use = definition.segments[run.segment]?.modules.find(({ module }) => module === run.module);
  if (use?.latency !== undefined) return `${takes} in this journey`;
  return `${takes}, which is usual (${moduleOf(run.module).latency} ms)`;
}

/** Something that happened; of what happened at one instant, the lower rank came first. */
interface Happening {
  readonly at: Millis;
  readonly rank: number;
  readonly kind: TimelineEvent["kind"];
  readonly what: string;
}

/** Everything that has happened, in the order in which it did. */
function toTimeline({ progress, finished }: Instance, log: Log): TimelineEvent[] {
  const running = progress.phase === "running" ? progress.runs : [];
  const happened: Happening[] = [
    ...log.map((command) => ({ at: command.at, rank: 0, kind: "command" as const, what: toCommandText(command) })),
    ...finished.map(toFinish),
    ...[...finished, ...running].map(({ module, startedAt, attempt }) => ({
      at: startedAt,
      rank: 2,
      kind: "module-started" as const,
      what: `${module}, attempt ${attempt}`,
    })),
  ];
  if (progress.phase === "finished") {
    happened.push({ at: progress.finishedAt, rank: 4, kind: "evaluated", what: progress.outcome });
  }
  if (progress.phase === "failed") {
    happened.push({ at: progress.failedAt, rank: 4, kind: "failed", what: progress.cause });
  }
  return happened
    .toSorted((one, other) => one.at - other.at || one.rank - other.rank)
    .map(({ at, kind, what }) => ({ at: toIso(at), kind, what }));
}

/** A module finishes before those start that waited for it, and after its own start where it takes no time. */
const toFinish = (run: ModuleRun): Happening => ({
  at: run.finishesAt,
  rank: run.finishesAt === run.startedAt ? 3 : 1,
  kind: "module-finished",
  what: `${run.module}: ${outcomeName(run)}`,
});

/** A command without the data that came with it. */
function toCommandText(command: Log[number]): string {
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
  let running = begun.value;
  const seen = [...phaseSteps(undefined, running), ...stageSteps(undefined, running)];
  const go = (next: InstanceRecord) => {
    seen.push(...phaseSteps(running, next), ...stageSteps(running, next));
    running = next;
  };
  const goUntil = (until: Millis) => {
    for (let event = nextEvent(terms, running.instance); event !== undefined && event <= until; ) {
      go(settle(running, event));
      event = nextEvent(terms, running.instance);
    }
  };
  for (const command of rest) {
    goUntil(command.type === "advance" ? command.at + command.by : command.at);
    const performed = applyCommand(running, command);
    if (performed.ok) go(performed.value);
  }
  goUntil(at);
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

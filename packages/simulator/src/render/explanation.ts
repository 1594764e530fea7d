import type {
  Consequence,
  Decider,
  Explanation,
  InstanceSummary,
  LatencySource,
  LoggedCommand,
  TimelineEvent,
  Wait,
} from "@journey-kit/schemas/control";
import { moduleOf } from "@journey-kit/schemas/tables";
import type { InstanceRecord, Log } from "../engine/commands.ts";
import { endOf, type Instance, type ModuleRun, outcomeOf, outstanding, type Progress } from "../engine/instance.ts";
import { createCitations } from "../engine/result.ts";
import { isRunOf, nextEvent } from "../engine/settle.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { openTasks, tasksOf } from "../engine/v1.ts";
import { current, nodesOf } from "../engine/v2.ts";
import type { ScenarioRule } from "../world/scenario.ts";
import { endOfTime, type Millis, toIso } from "../world/time.ts";

export function renderInstanceSummary({ apiVersion, terms, instance }: InstanceRecord): InstanceSummary {
  const endedAt = endOf(instance);
  const outcome = outcomeOf(instance.progress);
  return {
    instanceId: instance.id,
    journey: terms.definition.id,
    journeyName: terms.definition.name,
    apiVersion,
    region: instance.region,
    ordinal: instance.ordinal,
    scenario: terms.scenarios[0].name,
    phase: instance.progress.phase,
    startedAt: toIso(instance.createdAt),
    ...(endedAt !== undefined && { endedAt: toIso(endedAt) }),
    ...(outcome !== undefined && { outcome }),
  };
}

/**
 * Explains the state of an instance at `at`, in the time of the instance: how it got there and what it is waiting for.
 */
export function renderExplanation(record: InstanceRecord, log: Log, at: Millis): Explanation {
  const { terms, instance } = record;
  const next = nextEvent(terms, instance);
  const { progress, resource, linkExpiresAt } = instance;
  return {
    ...renderInstanceSummary(record),
    version: terms.definition.version,
    resourceId: `${resource.id}@${resource.version}`,
    delivery: instance.delivery,
    ...(linkExpiresAt !== undefined && { linkExpiresAt: toIso(linkExpiresAt) }),
    ...(terms.scenarios.some(({ readings }) => readings !== undefined) && { readings: renderReadings(terms) }),
    ...(progress.phase === "failed" && { cause: progress.cause }),
    now: toIso(at),
    waitingFor: listWaits(record),
    ...(next !== undefined && next !== endOfTime && { nextEvent: toIso(next) }),
    segment: segmentId(terms, instance),
    steps: renderCollectors(record),
    modules: [
      ...instance.finished.map((run) => renderModule(terms, run, "finished")),
      ...unfinishedRuns(progress, at).map(({ run, state }) => renderModule(terms, run, state)),
    ],
    timeline: renderTimeline(instance, log),
  };
}

/** The readings that the scenarios set. Those of the first scenario take precedence. */
const renderReadings = ({ scenarios }: InstanceTerms): Record<string, string> =>
  Object.assign({}, ...scenarios.map(({ readings }) => readings).toReversed());

type ExplainedStep = Explanation["steps"][number];

/** The definition of an interaction or a task, its position in the journey and its progress. */
interface Collector extends Pick<ExplainedStep, "kind" | "state" | "taskId" | "stage"> {
  readonly segment: number;
  readonly definition: {
    readonly id: string;
    readonly required: readonly string[];
    readonly optional: readonly string[];
  };
}

/** Renders every interaction or task of a journey, in order, with the data that an instance has for it. */
const renderCollectors = (record: InstanceRecord): ExplainedStep[] =>
  collectorsOf(resumed(record)).map(({ definition: { id, required, optional }, segment, ...progress }) => ({
    id,
    segment: segmentId(record.terms, { segment }),
    ...progress,
    required: [...required],
    optional: [...optional],
    provided: providedOf(record.instance, [...required, ...optional]),
    missing: [...outstanding(record.instance, required)],
  }));

function resumed(record: InstanceRecord): InstanceRecord {
  const { progress } = record.instance;
  if (progress.phase !== "paused") return record;
  return record.apiVersion === "v1"
    ? { ...record, instance: { ...record.instance, progress: progress.before } }
    : { ...record, instance: { ...record.instance, progress: progress.before } };
}

const segmentId = ({ definition }: InstanceTerms, { segment }: { readonly segment: number }): string =>
  definition.segments[segment]?.id ?? "";

function collectorsOf({ apiVersion, terms, instance }: InstanceRecord): readonly Collector[] {
  if (apiVersion === "v1") {
    const open = openTasks(terms, instance).map(({ taskId }) => taskId);
    return tasksOf(terms, instance).map((task) => ({
      ...task,
      kind: "task",
      state: task.stage === "Completed" ? "done" : open.includes(task.taskId) ? "current" : "later",
    }));
  }
  const { interaction: next } = instance.collection;
  const isOpen = current(createCitations(terms.readings), terms, instance) !== undefined;
  return nodesOf(terms.definition).map(({ segment, interaction }, i) => ({
    kind: "interaction",
    segment,
    definition: interaction,
    state: i < next ? "done" : i === next && isOpen ? "current" : "later",
  }));
}

const providedOf = ({ provided }: Instance, elements: readonly string[]): ExplainedStep["provided"] =>
  elements.flatMap((element) => {
    const found = Object.hasOwn(provided, element) ? provided[element] : undefined;
    return found === undefined ? [] : [{ element, by: found.by }];
  });

type ModuleState = Explanation["modules"][number]["state"];

/** The runs that have no outcome: those in progress, those that are paused, and the one that could not complete. */
function unfinishedRuns(
  progress: Progress,
  at: Millis,
): readonly { readonly run: ModuleRun; readonly state: ModuleState }[] {
  switch (progress.phase) {
    case "running":
      return [...progress.runs.map((run) => ({ run, state: "running" as const })), ...brokenRun(progress)];
    case "paused": {
      const held = progress.before.phase === "running" ? progress.before.runs : [];
      const finishesAt = (run: ModuleRun) => Math.min(endOfTime, run.finishesAt + at - progress.since);
      const paused = held.map((run) => ({ run: { ...run, finishesAt: finishesAt(run) }, state: "paused" as const }));
      return [...paused, ...brokenRun(progress.before)];
    }
    case "failed":
      return brokenRun(progress);
    case "collecting":
    case "reviewing":
    case "finished":
      return [];
  }
}

const brokenRun = (progress: Progress) =>
  "broken" in progress && progress.broken !== undefined ? [{ run: progress.broken, state: "failed" as const }] : [];

export function renderModule(terms: InstanceTerms, run: ModuleRun, state: ModuleState): Explanation["modules"][number] {
  const { outcomes, examines } = moduleOf(run.module, terms.definition);
  return {
    module: run.module,
    variant: run.variant,
    segment: segmentId(terms, run),
    attempt: run.attempt,
    state,
    startedAt: toIso(run.startedAt),
    ...(run.finishesAt === endOfTime ? { ends: "never" } : { finishesAt: toIso(run.finishesAt) }),
    ...(run.breaks && { ends: "fail" }),
    outcome: run.outcome.name,
    classification: run.outcome.classification,
    ...(run.retry !== undefined && { retry: run.retry }),
    decidedBy: renderDecider(terms, run),
    outcomes: outcomes.map(({ name, classification }) => ({ name, classification })),
    examines: [...examines],
  };
}

/** A rule decides an outcome only if it sets `outcome` or `ends`; otherwise the module decides. */
function renderDecider(terms: InstanceTerms, run: ModuleRun): Decider {
  if (run.decidedBy === "tester") return { type: "tester" };
  if (run.decidedBy === "module") return { type: "module" };
  const rule = renderRule(terms, run.decidedBy);
  const { outcome, ends, advice, latency } = consequenceOf(terms, run) ?? {};
  if (outcome !== undefined || ends !== undefined) return { type: "scenario", ...rule };
  const sets = [
    ...(advice === undefined ? [] : ["advice" as const]),
    ...(latency === undefined ? [] : ["latency" as const]),
  ];
  return { type: "module", ...(sets.length > 0 && { changedBy: { ...rule, sets } }) };
}

/** Rules are numbered from 1. */
const renderRule = ({ scenarios }: InstanceTerms, { scenario, rule }: ScenarioRule) => ({
  scenario: scenarios[scenario]?.name ?? "",
  rule: rule === "otherwise" ? rule : rule + 1,
});

/** The consequence of the rule that applied to a run; undefined if no rule did. */
function consequenceOf({ scenarios }: InstanceTerms, { decidedBy }: ModuleRun): Consequence | undefined {
  if (typeof decidedBy === "string") return undefined;
  const scenario = scenarios[decidedBy.scenario];
  return decidedBy.rule === "otherwise" ? scenario?.otherwise : scenario?.rules[decidedBy.rule]?.then;
}

function listWaits(record: InstanceRecord): Wait[] {
  const { terms, instance } = record;
  const { progress } = instance;
  switch (progress.phase) {
    case "collecting":
      return listMissing(record);
    case "running":
      return [...progress.runs.map((run) => renderRun(terms, run)), ...listMissing(record)];
    case "reviewing":
      return [{ type: "review", gap: "refer-ends-journey" }];
    case "paused":
      return [{ type: "resume" }, ...listWaits(resumed(record))];
    case "finished":
    case "failed":
      return [];
  }
}

/** What the client must still send: data, or the submit or update that completes the collection. */
function listMissing(record: InstanceRecord): Wait[] {
  if (record.apiVersion === "v1") {
    return openTasks(record.terms, record.instance).map(({ taskId, definition: { id, required } }) => {
      const missing = [...outstanding(record.instance, required)];
      return missing.length === 0
        ? { type: "complete", id, taskId }
        : { type: "data", kind: "task", id, taskId, missing };
    });
  }
  const interaction = current(createCitations(record.terms.readings), record.terms, record.instance);
  if (interaction === undefined) return [];
  const { id, required } = interaction;
  const missing = [...outstanding(record.instance, required)];
  if (missing.length > 0) return [{ type: "data", kind: "interaction", id, missing }];
  return [{ type: "submit", id, gap: "optional-only" }];
}

function renderRun(terms: InstanceTerms, run: ModuleRun): Wait {
  const { module, attempt, startedAt, finishesAt, breaks } = run;
  if (finishesAt === endOfTime)
    return { type: "endless-module", module, attempt, decidedBy: renderDecider(terms, run) };
  return {
    type: "module",
    module,
    attempt,
    ends: breaks ? "fail" : "finish",
    finishesAt: toIso(finishesAt),
    takes: finishesAt - startedAt,
    latency: findLatency(terms, run),
  };
}

function findLatency(terms: InstanceTerms, run: ModuleRun): LatencySource {
  const { definition, latency } = terms;
  const decided = consequenceOf(terms, run);
  const isScripted = decided?.latency !== undefined || decided?.ends === "fail";
  if (isScripted && typeof run.decidedBy === "object") return { type: "scenario", ...renderRule(terms, run.decidedBy) };
  if (latency !== undefined) return { type: "simulator" };
  const use = definition.segments[run.segment]?.modules.find((each) => isRunOf(each, run));
  if (use?.latency !== undefined) return { type: "journey" };
  return { type: "default", ms: moduleOf(run.module, definition).latency };
}

/** Every event so far, oldest first. */
function renderTimeline({ at, progress, finished }: Instance, log: Log): TimelineEvent[] {
  const runs = [...finished, ...unfinishedRuns(progress, at).map(({ run }) => run)];
  const events = [
    ...log.map((command): Entry => [command.at, { kind: "command", command: renderCommand(command) }]),
    ...finished.filter((run) => !isInstant(run)).map(renderFinish),
    ...runs.map(({ startedAt, module, attempt }): Entry => [startedAt, { kind: "module-started", module, attempt }]),
    ...finished.filter(isInstant).map(renderFinish),
  ];
  if (progress.phase === "finished")
    events.push([progress.finishedAt, { kind: "evaluated", outcome: progress.outcome }]);
  if (progress.phase === "failed") events.push([progress.failedAt, { kind: "failed", cause: progress.cause }]);
  return events.toSorted(([one], [other]) => one - other).map(([at, event]) => ({ at: toIso(at), ...event }));
}

type Untimed<Event> = Event extends unknown ? Omit<Event, "at"> : never;

/** Sorting is stable: at one instant, modules finish before the next modules start. */
type Entry = readonly [at: Millis, event: Untimed<TimelineEvent>];

const renderFinish = ({ finishesAt, module, attempt, outcome }: ModuleRun): Entry => [
  finishesAt,
  { kind: "module-finished", module, attempt, outcome: outcome.name },
];

const isInstant = (run: ModuleRun): boolean => run.finishesAt === run.startedAt;

/** A command without its data. */
function renderCommand(command: Log[number]): LoggedCommand {
  switch (command.type) {
    case "start":
      return { type: "start", delivery: command.delivery };
    case "submit":
      return { type: "submit", elements: command.participants.filter((name) => /^\w{1,64}$/.test(name)) };
    case "update":
      return { type: "update", taskId: command.taskId };
    case "resolve": {
      const { module, outcome } = command;
      return { type: "resolve", module, outcome: typeof outcome === "string" ? outcome : outcome.name };
    }
    case "advance":
      return { type: "advance", by: command.by };
    case "review":
      return { type: "review", outcome: command.outcome };
    case "finish":
    case "abandon":
    case "pause":
    case "resume":
    case "fail":
    case "terminate":
      return { type: command.type };
  }
}

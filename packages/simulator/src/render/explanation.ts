import type { Consequence, Explanation, InstanceSummary, TimelineEvent } from "@journey-kit/schemas/control";
import { moduleOf } from "@journey-kit/schemas/tables";
import type { InstanceRecord, Log } from "../engine/commands.ts";
import { endOf, type Instance, type ModuleRun, outcomeOf, outstanding, type Progress } from "../engine/instance.ts";
import { createCitations } from "../engine/result.ts";
import { isRunOf, nextEvent } from "../engine/settle.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { openTasks, tasksOf } from "../engine/v1.ts";
import { current, nodesOf } from "../engine/v2.ts";
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

function renderModule(terms: InstanceTerms, run: ModuleRun, state: ModuleState): Explanation["modules"][number] {
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
    decidedBy: nameDecider(terms, run),
    outcomes: outcomes.map(({ name, classification }) => ({ name, classification })),
    examines: [...examines],
  };
}

/** A rule decides an outcome only if it sets `outcome` or `ends`; otherwise the module decides. */
function nameDecider(terms: InstanceTerms, run: ModuleRun): string {
  if (run.decidedBy === "tester") return "a tester";
  const { outcome, ends, advice, latency } = consequenceOf(terms, run) ?? {};
  if (outcome !== undefined || ends !== undefined) return nameRule(terms, run);
  const set = [...(advice === undefined ? [] : ["advice"]), ...(latency === undefined ? [] : ["latency"])];
  return set.length === 0 ? "the module" : `the module (${set.join(" and ")} by ${nameRule(terms, run)})`;
}

const nameRule = ({ scenarios }: InstanceTerms, { decidedBy }: ModuleRun): string => {
  if (typeof decidedBy === "string") return decidedBy;
  const { scenario, rule } = decidedBy;
  return `${rule === "otherwise" ? "the otherwise clause" : `rule ${rule + 1}`} of scenario ${scenarios[scenario]?.name}`;
};

/** The consequence of the rule that applied to a run; undefined if no rule did. */
function consequenceOf({ scenarios }: InstanceTerms, { decidedBy }: ModuleRun): Consequence | undefined {
  if (typeof decidedBy === "string") return undefined;
  const scenario = scenarios[decidedBy.scenario];
  return decidedBy.rule === "otherwise" ? scenario?.otherwise : scenario?.rules[decidedBy.rule]?.then;
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
      return ["a review, because the outcome is refer and gap refer-ends-journey is no"];
    case "paused":
      return ["a tester to resume it", ...listWaits(resumed(record)).map((what) => `then ${what}`)];
    case "finished":
    case "failed":
      return [];
  }
}

/** Describes what the client must still send: data, or the submit or update that completes the collection. */
function listMissing(record: InstanceRecord): string[] {
  if (record.apiVersion === "v1") {
    return openTasks(record.terms, record.instance).map(({ taskId, definition }) => {
      const missing = outstanding(record.instance, definition.required);
      const task = `task ${taskId} (${definition.id})`;
      return missing.length === 0 ? `intent Complete for ${task}` : `data for ${task}: ${missing.join(", ")}`;
    });
  }
  const interaction = current(createCitations(record.terms.readings), record.terms, record.instance);
  if (interaction === undefined) return [];
  const missing = outstanding(record.instance, interaction.required);
  if (missing.length > 0) return [`data for interaction ${interaction.id}: ${missing.join(", ")}`];
  return [`one submit to interaction ${interaction.id}, which has no required elements (gap optional-only)`];
}

function describeRun(terms: InstanceTerms, run: ModuleRun): string {
  const subject = `module ${run.module}, attempt ${run.attempt}`;
  if (run.finishesAt === endOfTime) return `${subject}, which never finishes (${nameDecider(terms, run)})`;
  return `${subject}, to ${run.breaks ? "fail" : "finish"} at ${toIso(run.finishesAt)}: ${explainLatency(terms, run)}`;
}

function explainLatency(terms: InstanceTerms, run: ModuleRun): string {
  const { definition, latency } = terms;
  const decided = consequenceOf(terms, run);
  const takes = `it takes ${run.finishesAt - run.startedAt} ms`;
  if (decided?.latency !== undefined || decided?.ends === "fail") return `${takes} (${nameRule(terms, run)})`;
  if (latency !== undefined) return `${takes} (latency set for this simulator)`;
  const use = definition.segments[run.segment]?.modules.find((each) => isRunOf(each, run));
  if (use?.latency !== undefined) return `${takes} (latency set in this journey)`;
  return `${takes} (default latency of ${moduleOf(run.module, definition).latency} ms)`;
}

/** Every event so far, oldest first. */
function renderTimeline({ at, progress, finished }: Instance, log: Log): TimelineEvent[] {
  const runs = [...finished, ...unfinishedRuns(progress, at).map(({ run }) => run)];
  const events = [
    ...log.map((command) => createEvent(command.at, "command", describeCommand(command))),
    ...finished.filter((run) => !isInstant(run)).map(createFinishEvent),
    ...runs.map((run) => createEvent(run.startedAt, "module-started", `${run.module}, attempt ${run.attempt}`)),
    ...finished.filter(isInstant).map(createFinishEvent),
  ];
  if (progress.phase === "finished") events.push(createEvent(progress.finishedAt, "evaluated", progress.outcome));
  if (progress.phase === "failed") events.push(createEvent(progress.failedAt, "failed", progress.cause));
  return events.toSorted((one, other) => one.at - other.at).map(({ event }) => event);
}

/** Sorting is stable: at one instant, modules finish before the next modules start. */
const createEvent = (at: Millis, kind: TimelineEvent["kind"], what: string) => ({
  at,
  event: { at: toIso(at), kind, what },
});

const createFinishEvent = (run: ModuleRun) =>
  createEvent(run.finishesAt, "module-finished", `${run.module}: ${run.outcome.name}`);

const isInstant = (run: ModuleRun): boolean => run.finishesAt === run.startedAt;

/** Describes a command without its data. */
function describeCommand(command: Log[number]): string {
  switch (command.type) {
    case "start":
      return `start (delivery: ${command.delivery})`;
    case "submit":
      return `submit of ${command.participants.filter((name) => /^\w{1,64}$/.test(name)).join(", ")}`;
    case "update":
      return `update of task ${command.taskId}`;
    case "resolve":
      return `resolve ${command.module} as ${typeof command.outcome === "string" ? command.outcome : command.outcome.name}`;
    case "finish":
      return "finish of the running modules";
    case "abandon":
      return "end of the synchronous start";
    case "advance":
      return `advance by ${command.by} ms`;
    case "review":
      return `review: ${command.outcome}`;
    case "pause":
    case "resume":
    case "fail":
    case "terminate":
      return command.type;
  }
}

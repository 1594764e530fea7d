import type { TaskDefinition } from "@journey-kit/schemas";
import { moduleOf } from "@journey-kit/schemas/tables";
import type { Millis } from "../world/time.ts";
import { checkSubject, validateElement } from "./elements.ts";
import {
  createInstance,
  type EarlierRuns,
  type Instance,
  isFinal,
  outstanding,
  type Provided,
  type Start,
} from "./instance.ts";
import { hasProblems, ok, type Problem, type Result, refuse } from "./result.ts";
import { type CollectionStrategy, settleInstance } from "./settle.ts";
import { acceptPrefill, describeInvalid, describeMissing, refuseElsewhere } from "./submission.ts";
import type { EngineCitations, EngineContext, InstanceTerms } from "./terms.ts";

/** Progress of a task. Spec 3.3. */
export type Stage = "Assigned" | "In Progress" | "Completed";

/** The stage of every task. Spec 3.3; gap `v1-task-stage`. */
export interface TaskStages {
  readonly stages: readonly Stage[];
}

export type V1Instance = Instance<TaskStages>;

/** Updates the data of one task. Spec 2.10. */
export interface Update {
  readonly type: "update";
  readonly at: Millis;
  readonly taskId: string;
  readonly intent: string;
  /** Omitted if the person is new to the world. */
  readonly earlierRuns?: EarlierRuns | undefined;
  readonly subject: unknown;
}

export interface StagedTask {
  readonly taskId: string;
  readonly segment: number;
  readonly definition: TaskDefinition;
  readonly stage: Stage;
}

/** Every task of an instance, in the order of its journey. Spec 2.3. */
export const tasksOf = ({ definition }: InstanceTerms, { id, collection }: V1Instance): readonly StagedTask[] =>
  definition.segments
    .flatMap(({ tasks = [] }, segment) => tasks.map((task) => ({ segment, definition: task })))
    .map((task, i) => ({ ...task, taskId: `${id}.${i + 1}`, stage: collection.stages[i] ?? "Assigned" }));

export const instanceIdOfTask = (taskId: string): string => taskId.replace(/\.\d+$/, "");

/** The tasks that are currently waiting for data. Gap `task-order`. */
export const openTasks = (terms: InstanceTerms, instance: V1Instance): readonly StagedTask[] =>
  instance.progress.phase === "collecting"
    ? tasksOf(terms, instance).filter(({ segment, stage }) => segment <= instance.segment && stage !== "Completed")
    : [];

/** The stage of a task after prefill. Spec 3.3. */
function stageOf({ required, optional }: TaskDefinition, instance: Pick<Instance, "provided">): Stage {
  const all = [...required, ...optional];
  if (outstanding(instance, required.length > 0 ? required : all).length === 0) return "Completed";
  return outstanding(instance, all).length < all.length ? "In Progress" : "Assigned";
}

/** The tasks that feed a module. If no task does, the tasks whose elements the module examines. */
function tasksFor({ definition }: InstanceTerms, tasks: readonly StagedTask[], module: string): readonly StagedTask[] {
  const feeding = tasks.filter((task) => task.definition.feeds === module);
  if (feeding.length > 0) return feeding;
  const { examines } = moduleOf(module, definition);
  return tasks.filter(({ definition: { required, optional } }) =>
    [...required, ...optional].some((name) => examines.includes(name)),
  );
}

/** v1 collects data by task. A segment is ready when none of its tasks is open. Spec 3.3. */
export const createTaskStrategy = ({ terms }: EngineContext): CollectionStrategy<TaskStages> => ({
  advance: (instance) => instance,
  isReady: (instance) => openTasks(terms, instance).length === 0,
  recollect(instance, runs) {
    const tasks = tasksOf(terms, instance);
    const reopened = new Set(runs.flatMap(({ module }) => tasksFor(terms, tasks, module)));
    const again = [...reopened].flatMap(({ definition: d }) => [...d.required, ...d.optional]);
    const provided = Object.fromEntries(Object.entries(instance.provided).filter(([name]) => !again.includes(name)));
    return {
      ...instance,
      provided,
      collection: { stages: tasks.map((t) => (reopened.has(t) ? "Assigned" : t.stage)) },
    };
  },
});

/**
 * Starts an instance and completes the tasks that prefill covers. Refuses invalid prefill for `page` delivery only.
 * Spec 3.3, 4.3; gap `v1-invalid-prefill`.
 *
 * @returns The instance, or `WRONG_VALUE` when the prefill of a `page` delivery is invalid.
 */
export function startV1(context: EngineContext, command: Start): Result<V1Instance> {
  const { terms, citations } = context;
  citations.cite("v1-prefill-validated-for-page");
  const prefill = acceptPrefill(context, command.subject, command.delivery === "page" ? "refused" : "left-open");
  if (!prefill.ok) return prefill;
  citations.cite("start-creates-in-progress");
  const stages = terms.definition.segments.flatMap(({ tasks = [] }) =>
    tasks.map((task) => stageOf(task, { provided: prefill.value })),
  );
  const instance = createInstance(command, prefill.value, { stages });
  return ok(settleInstance(terms, createTaskStrategy(context), instance, command.at));
}

/**
 * Updates the data of one task of a settled instance. Spec 2.10, 3.3, 4.3.
 *
 * @returns The next instance, or a refusal: `JOURNEY_NOT_ACTIVE`, `UNKNOWN_TASK`, `WRONG_VALUE`,
 *   `TASK_ALREADY_COMPLETED`, `MISSING_FIELD`, `INVALID_FIELD`.
 */
export function update(context: EngineContext, instance: V1Instance, command: Update): Result<V1Instance> {
  const { terms, citations } = context;
  const { at, intent, taskId } = command;
  const tasks = tasksOf(terms, instance);
  const task = tasks.find((one) => one.taskId === taskId);
  if (task === undefined || task.segment > instance.segment) return refuse("UNKNOWN_TASK", "There is no such task.");
  if (!allowsIntent(citations, task, intent)) {
    return refuse("WRONG_VALUE", "intent: not allowed for this task.");
  }
  if (task.stage === "Completed") {
    if (citations.choose("task-complete-again") === "accepted") return ok(instance);
    return refuse("TASK_ALREADY_COMPLETED", "The task was already completed.");
  }
  if (isFinal(instance) || instance.progress.phase === "paused") {
    return refuse("JOURNEY_NOT_ACTIVE", "The journey is not active.");
  }
  const accepted = acceptTask(context, task, command);
  if (!accepted.ok || intent === "Validate") return accepted.ok ? ok(instance) : accepted;
  const provided = { ...instance.provided, ...accepted.value };
  const missing = intent === "Complete" ? outstanding({ provided }, task.definition.required) : [];
  const problems = missing.map((name) => describeMissing(name));
  if (hasProblems(problems) && citations.choose("task-complete-incomplete") === "refused") {
    return refuse("MISSING_FIELD", problems);
  }
  citations.cite(intent === "Complete" ? "task-complete-finishes" : "task-stages");
  const stage: Stage = intent === "Complete" ? "Completed" : "In Progress";
  const stages = tasks.map((one) => (one === task ? stage : one.stage));
  const { earlierRuns = instance.earlierRuns } = command;
  const next: V1Instance = { ...instance, at, earlierRuns, provided, collection: { stages } };
  return ok(settleInstance(terms, createTaskStrategy(context), next, at));
}

/** Whether a task allows an intent. Gap `v1-intent-values`. */
function allowsIntent(citations: EngineCitations, { definition }: StagedTask, intent: string): boolean {
  if (intent === "Complete") {
    citations.cite("task-update-intent-required");
    return true;
  }
  const allowsMore = citations.choose("v1-intent-values") === "save-and-validate";
  return allowsMore && (intent === "Validate" || (intent === "Save" && definition.allowsSave !== false));
}

/**
 * Accepts the valid elements of a task. `Save` skips every malformed element. Spec 2.10; gaps `required-invalid`,
 * `task-optional-invalid`, `task-prefilled`, `task-foreign-data`.
 */
function acceptTask(
  context: EngineContext,
  { definition }: StagedTask,
  { subject: sent, intent }: Update,
): Result<Instance["provided"]> {
  const { citations } = context;
  const subject = checkSubject(context, sent);
  citations.cite("task-update-relevant-fields");
  const provided: Record<string, Provided> = {};
  const problems: Problem[] = [];
  for (const name of [...definition.required, ...definition.optional]) {
    const result = validateElement(context, name, subject);
    if (result.kind === "valid") provided[name] = { by: "submit", value: result.value };
    if (result.kind !== "invalid" || intent === "Save") continue;
    const isRefused = definition.optional.includes(name)
      ? citations.choose("task-optional-invalid") === "refused"
      : citations.choose("required-invalid") === "refused";
    if (isRefused) problems.push(describeInvalid(name, result.where));
  }
  if (hasProblems(problems)) return refuse("INVALID_FIELD", problems);
  const whole = refuseElsewhere(context, subject);
  return whole.ok ? ok(provided) : whole;
}

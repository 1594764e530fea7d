import type { TaskDefinition } from "@journey-kit/schemas";
import type { Millis } from "../world/time.ts";
import { validateElement } from "./elements.ts";
import type { InstanceTerms } from "./instance.ts";
import { createInstance, type EarlierRuns, type Instance, isFinal, type Provided, type Start } from "./instance.ts";
import { type Basis, ok, type Result, readingBasis, refuse } from "./result.ts";
import { type CollectionStrategy, settle as settleWith, startDueModules } from "./settle.ts";
import { acceptPrefill } from "./submission.ts";

/** How far a task is. Spec 3.3. */
export type Stage = "Assigned" | "In Progress" | "Completed";

/** What a v1 instance knows of the data still to come: the stage of every task. Spec 3.3; gap `v1-task-stage`. */
export interface CollectionState {
  readonly stages: readonly Stage[];
}

/** A running v1 journey. */
export type V1Instance = Instance<CollectionState>;

/** Asks for a new instance. Spec 2.7, 4.3. */
export type StartV1 = Start;

/** Hands in the data of one task. Spec 2.10. */
export interface Update {
  readonly type: "update";
  readonly at: Millis;
  readonly taskId: string;
  readonly intent: string;
  /** Nothing where the person is new to the world. */
  readonly earlierRuns?: EarlierRuns;
  readonly subject: unknown;
}

/** A task with its id, the segment that needs it and its stage. */
export interface Task {
  readonly taskId: string;
  readonly segment: number;
  readonly definition: TaskDefinition;
  readonly stage: Stage;
}

/** Every task of an instance, in the order of its journey. Spec 2.3. */
export const tasksOf = ({ definition }: InstanceTerms, { id, collection: intake }: V1Instance): readonly Task[] =>
  definition.segments
    .flatMap(({ tasks = [] }, segment) => tasks.map((task) => ({ segment, definition: task })))
    .map((task, i) => ({ ...task, taskId: `${id}.${i + 1}`, stage: intake.stages[i] ?? "Assigned" }));

/** The id of the instance that a task belongs to. */
export const instanceIdOf = (taskId: string): string => taskId.replace(/\.\d+$/, "");

/** The tasks that wait for data now. Gap `task-order`. */
export const openTasks = (terms: InstanceTerms, instance: V1Instance): readonly Task[] =>
  instance.progress.phase === "collecting"
    ? tasksOf(terms, instance).filter(({ segment, stage }) => segment <= instance.segment && stage !== "Completed")
    : [];

const lacks = (provided: Instance["provided"], names: readonly string[]): readonly string[] =>
  names.filter((name) => !Object.hasOwn(provided, name));

/** The stage that prefill alone gives a task. Spec 3.3. */
function stageOf({ required, optional }: TaskDefinition, provided: Instance["provided"]): Stage {
  const all = [...required, ...optional];
  if (lacks(provided, required.length > 0 ? required : all).length === 0) return "Completed";
  return lacks(provided, all).length < all.length ? "In Progress" : "Assigned";
}

const strategy: CollectionStrategy<CollectionState> = {
  advance: (_, instance) => instance,
  isReady: (terms, instance) => openTasks(terms, instance).length === 0,
  recollect(terms, instance, runs) {
    const feeds = (task: Task) => runs.some(({ module }) => module === task.definition.feeds);
    const tasks = tasksOf(terms, instance);
    const again = new Set(tasks.filter(feeds).flatMap(({ definition: d }) => [...d.required, ...d.optional]));
    const provided = Object.fromEntries(Object.entries(instance.provided).filter(([name]) => !again.has(name)));
    return { ...instance, provided, collection: { stages: tasks.map((t) => (feeds(t) ? "Assigned" : t.stage)) } };
  },
};

/** Brings an instance up to an instant. Spec 3.1. */
export const settle = (terms: InstanceTerms, instance: V1Instance, at: Millis): V1Instance =>
  settleWith(strategy, terms, instance, at);

/**
 * Starts an instance; tasks that the prefill covers are completed. Invalid prefill is refused for `page` delivery alone.
 * Spec 3.3, 4.3; gap `v1-invalid-prefill`.
 *
 * @returns The instance, or `MISSING_FIELD` when the prefill of a `page` delivery is invalid.
 */
export function start(terms: InstanceTerms, command: StartV1): Result<V1Instance> {
  const { at, delivery, subject } = command;
  const prefill = acceptPrefill(terms, subject, delivery === "page" ? "refused" : "left-open");
  const basis: readonly Basis[] = ["v1-prefill-validated-for-page", ...prefill.basis];
  if (!prefill.ok) return { ...prefill, basis };
  const provided = prefill.value;
  const stages = terms.definition.segments.flatMap(({ tasks = [] }) => tasks.map((task) => stageOf(task, provided)));
  const instance = createInstance(command, provided, { stages });
  return ok(settle(terms, startDueModules(strategy, terms, instance, at), at), ["start-creates-in-progress", ...basis]);
}

/**
 * Hands in the data of one task. Spec 2.10, 3.3, 4.3.
 *
 * @returns The next instance, or a refusal: `JOURNEY_NOT_ACTIVE`, `UNKNOWN_TASK`, `TASK_ALREADY_COMPLETED`,
 *   `MISSING_FIELD`, `INVALID_FIELD`. On refusal nothing is kept.
 */
export function update(terms: InstanceTerms, before: V1Instance, command: Update): Result<V1Instance> {
  const instance = settle(terms, before, command.at);
  const task = tasksOf(terms, instance).find(({ taskId }) => taskId === command.taskId);
  if (task === undefined || task.segment > instance.segment) return refuse("UNKNOWN_TASK", "There is no such task.");
  const intent = checkIntent(terms, task, command.intent);
  if (!intent.ok) return intent;
  if (task.stage === "Completed") return completeAgain(terms, before);
  if (isFinal(instance) || instance.progress.phase === "paused") {
    return refuse("JOURNEY_NOT_ACTIVE", "The journey is not active.", intent.basis);
  }
  const taken = validateTask(terms, task, command);
  const basis = [...intent.basis, ...taken.basis];
  if (!taken.ok) return { ...taken, basis };
  if (command.intent === "Validate") return ok(before, basis);
  const provided = { ...instance.provided, ...taken.value };
  const lacking = command.intent === "Complete" ? lacks(provided, task.definition.required) : [];
  const [first, ...more] = lacking.map((name) => `${name} is required and missing.`);
  if (first !== undefined) {
    basis.push(readingBasis(terms.readings, "task-complete-incomplete"));
    const isRefused = terms.readings["task-complete-incomplete"] === "refused";
    if (isRefused) return refuse("MISSING_FIELD", [first, ...more], basis);
  }
  const stage: Stage = command.intent === "Complete" ? "Completed" : "In Progress";
  const stages = tasksOf(terms, instance).map((t) => (t.taskId === task.taskId ? stage : t.stage));
  const { earlierRuns = instance.earlierRuns } = command;
  const next: V1Instance = { ...instance, at: command.at, earlierRuns, provided, collection: { stages } };
  return ok(settle(terms, startDueModules(strategy, terms, next, command.at), command.at), [
    stage === "Completed" ? "task-complete-finishes" : "task-stages",
    ...basis,
  ]);
}

/** Gap `v1-intent-values`. */
function checkIntent({ readings }: InstanceTerms, { definition }: Task, intent: string): Result<string> {
  if (intent === "Complete") return ok(intent, ["task-update-intent-required"]);
  const basis: readonly Basis[] = [readingBasis(readings, "v1-intent-values")];
  const isKnown = intent === "Validate" || (intent === "Save" && definition.allowsSave !== false);
  if (isKnown && readings["v1-intent-values"] === "save-and-validate") return ok(intent, basis);
  return refuse("MISSING_FIELD", "intent: not a value that this task takes.", basis);
}

/** Gap `task-complete-again`. */
function completeAgain({ readings }: InstanceTerms, instance: V1Instance): Result<V1Instance> {
  const basis = [readingBasis(readings, "task-complete-again")];
  if (readings["task-complete-again"] === "accepted") return ok(instance, basis);
  return refuse("TASK_ALREADY_COMPLETED", "The task was already completed.", basis);
}

/** Takes the data of a task out of a subject; a `Save` leaves what is malformed out, else it is refused. Spec 2.10. */
function validateTask(
  terms: InstanceTerms,
  { definition }: Task,
  { subject, intent }: Update,
): Result<Instance["provided"]> {
  const provided: Record<string, Provided> = {};
  const faults: string[] = [];
  const basis: Basis[] = ["task-update-relevant-fields"];
  for (const name of [...definition.required, ...definition.optional]) {
    const finding = validateElement(terms, name, subject);
    if (finding.kind !== "absent") basis.push(...finding.basis);
    if (finding.kind === "valid") provided[name] = { by: "submit", value: finding.value };
    if (finding.kind === "invalid" && intent !== "Save") faults.push(`${name}: ${finding.where} is not valid.`);
  }
  const [first, ...more] = faults;
  return first === undefined ? ok(provided, basis) : refuse("INVALID_FIELD", [first, ...more], basis);
}

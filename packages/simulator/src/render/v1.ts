import type { Flow, TaskListResponse, TaskListSchemaResponse, TaskSchema, V1StateResponse } from "@journey-kit/schemas";
import type { V1Record } from "../engine/commands.ts";
import { isFinal, outcomeOf } from "../engine/instance.ts";
import type { Citations } from "../engine/result.ts";
import { latestRuns } from "../engine/settle.ts";
import { toSubject } from "../engine/subject.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { openTasks, type StagedTask, tasksOf } from "../engine/v1.ts";
import { renderAdvice } from "./advice.ts";
import { recordPause, renderCompletedTime, renderMetaData, renderOutcome, renderStatus } from "./status.ts";
import { createTaskSchema, type ListedTask, renderSchemaList } from "./task-schema.ts";

/**
 * Body of the v1 `state/fetch`. Spec 4.3, 9; gap `v1-state-data`.
 *
 * @param isFiltered Whether the caller sent `filterKeys`.
 */
export function renderV1State(citations: Citations, record: V1Record, isFiltered: boolean): V1StateResponse {
  citations.cite("v1-state-200", "v1-state-flow", "state-data-free-form");
  const isAlways = citations.choose("v1-state-data") === "always";
  return {
    instanceId: record.instance.id,
    status: renderStatus(citations, record, "state"),
    metaData: renderMetaData(citations, record, renderCompletedTime(citations, record)),
    ...((isFiltered || isAlways) && { data: renderData(citations, record) }),
  };
}

/** The flow and the result. Spec 9; gaps `v1-flow-while-running`, `v1-flow-place`, `v1-result`. */
function renderData(citations: Citations, record: V1Record): NonNullable<V1StateResponse["data"]> {
  const { progress } = record.instance;
  const isDecided = isFinal(record.instance) || outcomeOf(progress) !== undefined;
  if (!isDecided && citations.choose("v1-flow-while-running") === "at-decision") return {};
  const process = renderProcess(citations, record);
  const status = progress.phase === "finished" ? "completed" : progress.phase === "failed" ? "failed" : "pending";
  const context = citations.choose("v1-result") === "status" ? { result: { status } as const } : undefined;
  return citations.choose("v1-flow-place") === "process"
    ? { process, ...(context && { context }) }
    : { context: { process, ...context } };
}

/** The finished modules and the outcome. Spec 9; gap `v1-outcome-place`. */
function renderProcess(citations: Citations, record: V1Record): { readonly flow: Flow; readonly outcome?: string } {
  const { terms, instance } = record;
  const flow = renderFlow(citations, record);
  const decided = outcomeOf(instance.progress);
  if (decided === undefined) return { flow };
  const outcome = renderOutcome(citations, terms, decided);
  switch (citations.choose("v1-outcome-place")) {
    case "beside-flow":
      return instance.progress.phase === "finished" ? { outcome, flow } : { flow };
    case "flow-entry":
      return { flow: { ...flow, decision: { result: { outcome } } } };
    case "absent":
      return { flow };
  }
}

/** The finished modules by variant id. Spec 9. */
function renderFlow(citations: Citations, { terms, instance }: V1Record): Flow {
  const subject = toSubject(terms, instance);
  return Object.fromEntries(
    latestRuns(instance.finished).map((run) => [
      run.variant,
      { result: { outcome: run.outcome.name, advice: renderAdvice(citations, terms, instance, subject, run) } },
    ]),
  );
}

/** Body of `task/list`. Spec 4.3. */
export function renderTaskList(citations: Citations, record: V1Record): TaskListResponse {
  citations.cite("v1-task-list", "task-variant-id");
  const tasks = listedTasks(citations, record).map(({ taskId, variantId }) => ({ taskId, variantId }));
  return { status: renderStatus(citations, record, "tasks"), instanceId: record.instance.id, tasks };
}

/** Body of the v1 `task/list/schema`. Spec 2.4, 4.3. */
export function renderTaskSchemas(citations: Citations, record: V1Record): TaskListSchemaResponse {
  citations.cite("v1-task-list-schema-201", "task-schemas-map");
  return renderSchemaList(citations, record, listedTasks(citations, record));
}

/** Body of the v1 `task/schema`. Spec 2.4, 4.3. */
export function renderTaskSchema(citations: Citations, { terms }: V1Record, { definition }: StagedTask): TaskSchema {
  citations.cite("v1-task-schema-201", "task-schema-draft-07");
  return createTaskSchema(citations, terms, definition);
}

/**
 * The tasks that a task list contains, never those of later segments. Spec 4.3; gaps `task-list-contents`,
 * `v1-variant-id`.
 */
function listedTasks(citations: Citations, record: V1Record): readonly ListedTask[] {
  const { terms, instance } = record;
  recordPause(citations, record);
  const isSeparate = citations.choose("v1-variant-id") === "separate";
  const tasks =
    citations.choose("task-list-contents") === "open"
      ? openTasks(terms, instance)
      : tasksOf(terms, instance).filter(({ segment }) => segment <= instance.segment);
  return tasks.map((task) => ({
    taskId: task.taskId,
    variantId: (isSeparate ? undefined : findModuleVariant(terms, task)) ?? task.definition.variantId,
    definition: task.definition,
  }));
}

/** The variant of the module that a task feeds. Spec 2.3. */
const findModuleVariant = ({ definition }: InstanceTerms, task: StagedTask): string | undefined =>
  definition.segments
    .slice(task.segment)
    .flatMap(({ modules }) => modules)
    .find(({ module }) => module === task.definition.feeds)?.variant;

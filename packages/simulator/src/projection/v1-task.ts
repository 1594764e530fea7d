import type { TaskListResponse, TaskListSchemaResponse } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import { type Basis, cite } from "../machine/result.ts";
import type { Terms } from "../machine/terms.ts";
import { openTasks, type Task, tasksOf, type V1Instance } from "../machine/v1.ts";
import { statusBasis, toStatus } from "./status.ts";
import { toCombined } from "./task-schema.ts";

/** The tasks that a list shows; never those of segments to come. Spec 4.3; gap `task-list-contents`. */
const listed = (profile: Profile, terms: Terms, instance: V1Instance): readonly Task[] =>
  profile["task-list-contents"] === "open"
    ? openTasks(terms, instance)
    : tasksOf(terms, instance).filter(({ segment }) => segment <= instance.segment);

/** The variant that a task carries. Spec 2.3; gap `v1-variant-id`. */
function variantOf(profile: Profile, { definition }: Terms, task: Task): string {
  if (profile["v1-variant-id"] === "separate") return task.definition.variantId;
  const fed = definition.segments
    .slice(task.segment)
    .flatMap(({ modules }) => modules)
    .find(({ module }) => module === task.definition.feeds);
  return fed?.variant ?? task.definition.variantId;
}

/** Body of `task/list`. Spec 4.3. */
export const toTaskList = (profile: Profile, terms: Terms, instance: V1Instance): TaskListResponse => ({
  status: toStatus(profile, terms, instance.progress, "tasks"),
  instanceId: instance.id,
  tasks: listed(profile, terms, instance).map((task) => ({
    taskId: task.taskId,
    variantId: variantOf(profile, terms, task),
  })),
});

/** Body of the v1 `task/list/schema`. Spec 2.4, 4.3; gap `task-schema-reference`. */
export const toTaskListSchema = (profile: Profile, terms: Terms, instance: V1Instance): TaskListSchemaResponse =>
  toCombined(
    profile,
    terms,
    { status: toStatus(profile, terms, instance.progress, "tasks"), instanceId: instance.id },
    listed(profile, terms, instance).map((task) => ({
      taskId: task.taskId,
      variantId: variantOf(profile, terms, task),
      key: task.definition.id,
      work: task.definition,
    })),
  );

/** The readings behind a task listing. */
export const taskListBasis = (
  profile: Profile,
  terms: Terms,
  instance: V1Instance,
  withSchemas: boolean,
): readonly Basis[] => [
  ...statusBasis(profile, terms, instance),
  cite(profile, "task-list-contents"),
  cite(profile, "v1-variant-id"),
  ...(withSchemas ? [cite(profile, "task-schema-reference"), cite(profile, "task-schema-root")] : []),
];

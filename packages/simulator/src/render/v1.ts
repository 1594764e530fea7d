import type { Flow, TaskListResponse, TaskListSchemaResponse, V1StateResponse } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import type { InstanceTerms } from "../engine/instance.ts";
import { type Basis, readingBasis } from "../engine/result.ts";
import { latestRuns } from "../engine/settle.ts";
import { toSubject } from "../engine/subject.ts";
import { openTasks, type Task, tasksOf, type V1Instance } from "../engine/v1.ts";
import { outcomeName, toAdvice } from "./advice.ts";
import { metaDataBasis, statusBasis, toMetaData, toOutcome, toStatus } from "./status.ts";
import { toCombined } from "./task-schema.ts";

/** Body of the v1 `state/fetch`. Spec 4.3, 9; gaps `v1-flow-place`, `v1-state-data`. */
export function toV1State(
  profile: Profile,
  terms: InstanceTerms,
  instance: V1Instance,
  filtered: boolean,
): V1StateResponse {
  const { progress } = instance;
  const shown = progress.phase === "finished" && profile["v1-outcome-place"] === "beside-flow";
  const outcome = shown && { outcome: toOutcome(profile, terms, progress.outcome) };
  const process = { ...outcome, flow: toFlow(terms, instance) };
  const data = profile["v1-flow-place"] === "process" ? { process } : { context: { process } };
  return {
    instanceId: instance.id,
    status: toStatus(profile, terms, progress, "state"),
    metaData: toMetaData(profile, instance, "v1"),
    ...((filtered || profile["v1-state-data"] === "always") && { data }),
  };
}

/** The rules and readings behind a v1 state. */
export const v1StateBasis = (profile: Profile, terms: InstanceTerms, instance: V1Instance): readonly Basis[] => [
  "v1-state-200",
  "v1-state-flow",
  "state-data-free-form",
  ...metaDataBasis(instance),
  ...statusBasis(profile, terms, instance),
  readingBasis(profile, "v1-flow-place"),
  readingBasis(profile, "v1-state-data"),
  ...(instance.progress.phase === "finished"
    ? [readingBasis(profile, "outcome-spelling"), readingBasis(profile, "v1-outcome-place")]
    : [
        readingBasis(
          profile,
          instance.progress.phase === "failed" ? "completed-time-on-failure" : "completed-time-while-running",
        ),
      ]),
];

/** The finished modules by variant id. Spec 9; gap `v1-variant-id`. */
function toFlow(terms: InstanceTerms, instance: V1Instance): Flow {
  const subject = toSubject(terms, instance);
  return Object.fromEntries(
    latestRuns(instance.finished).map((run) => [
      run.variant,
      { result: { outcome: outcomeName(run), advice: toAdvice(terms, instance, subject, run) } },
    ]),
  );
}

/** The tasks that a list shows; never those of segments to come. Spec 4.3; gap `task-list-contents`. */
const listed = (profile: Profile, terms: InstanceTerms, instance: V1Instance): readonly Task[] =>
  profile["task-list-contents"] === "open"
    ? openTasks(terms, instance)
    : tasksOf(terms, instance).filter(({ segment }) => segment <= instance.segment);

/** The variant that a task carries. Spec 2.3; gap `v1-variant-id`. */
function variantOf(profile: Profile, { definition }: InstanceTerms, task: Task): string {
  if (profile["v1-variant-id"] === "separate") return task.definition.variantId;
  const fed = definition.segments
    .slice(task.segment)
    .flatMap(({ modules }) => modules)
    .find(({ module }) => module === task.definition.feeds);
  return fed?.variant ?? task.definition.variantId;
}

/** Body of `task/list`. Spec 4.3. */
export const toTaskList = (profile: Profile, terms: InstanceTerms, instance: V1Instance): TaskListResponse => ({
  status: toStatus(profile, terms, instance.progress, "tasks"),
  instanceId: instance.id,
  tasks: listed(profile, terms, instance).map((task) => ({
    taskId: task.taskId,
    variantId: variantOf(profile, terms, task),
  })),
});

/** Body of the v1 `task/list/schema`. Spec 2.4, 4.3; gap `task-schema-reference`. */
export const toTaskListSchema = (
  profile: Profile,
  terms: InstanceTerms,
  instance: V1Instance,
): TaskListSchemaResponse =>
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
  terms: InstanceTerms,
  instance: V1Instance,
  withSchemas: boolean,
): readonly Basis[] => [
  ...statusBasis(profile, terms, instance),
  readingBasis(profile, "task-list-contents"),
  readingBasis(profile, "v1-variant-id"),
  ...(withSchemas ? [readingBasis(profile, "task-schema-reference"), readingBasis(profile, "task-schema-root")] : []),
];

// SHIM
import type { InstanceRecord } from "../engine/commands.ts";
import type { Recorder } from "../engine/result.ts";
import { toTaskSchema, type Work } from "./task-schema.ts";

type V1 = Extract<InstanceRecord, { generation: "v1" }>;
export const renderV1State = (r: Recorder, { terms, instance }: V1, f: boolean): V1StateResponse => {
  const p = (r as any).profile;
  r.addBasis(...v1StateBasis(p, terms, instance));
  return toV1State(p, terms, instance, f);
};
export const renderTaskList = (r: Recorder, { terms, instance }: V1): TaskListResponse => {
  const p = (r as any).profile;
  r.addBasis(...taskListBasis(p, terms, instance, false));
  return toTaskList(p, terms, instance);
};
export const renderTaskSchemas = (r: Recorder, { terms, instance }: V1): TaskListSchemaResponse => {
  const p = (r as any).profile;
  r.addBasis(...taskListBasis(p, terms, instance, true));
  return toTaskListSchema(p, terms, instance);
};
export const renderTaskSchema = (r: Recorder, { terms }: V1, work: Work) => {
  const p = (r as any).profile;
  r.addBasis(readingBasis(p, "task-schema-root"));
  return toTaskSchema(p, terms, work);
};

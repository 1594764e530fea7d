import type * as schemas from "@journey-kit/schemas";
import type { Exact } from "./exact.ts";
import type {
  Advice,
  InstanceRequest,
  LinkConfig,
  MetaData,
  StartedInstance,
  TaskListing,
  TaskSchema,
} from "./shared.ts";
import type { SubjectInput } from "./subject.ts";

type V1Context = NonNullable<schemas.V1StartRequest["context"]>;

/** Body of v1 `journey/start`. Spec 2.7, 4.3. */
export interface V1StartJourneyRequest extends Exact<schemas.V1StartRequest> {
  readonly context?: V1StartJourneyContext | undefined;
}

/** The configuration and the prefill of a v1 start. Spec 2.7; gap `start-subject-omitted`. */
export interface V1StartJourneyContext {
  readonly config?: V1StartJourneyConfig | undefined;
  readonly subject?: SubjectInput | undefined;
}

/**
 * The configuration of a v1 start. Unless `async` is true, the start waits for the modules. Spec 2.7; gap
 * `v1-delivery`.
 */
export interface V1StartJourneyConfig extends Exact<NonNullable<V1Context["config"]>> {
  readonly linkConfig?: LinkConfig | undefined;
}

/** Response to v1 `journey/start`. Spec 4.3; gap `start-response`. */
export interface V1StartJourneyResponse extends StartedInstance {}

/** Body of v1 `journey/state/fetch`. `filterKeys` selects members of `data` (gap `v1-state-data`). Spec 4.3. */
export interface V1FetchStateRequest extends Exact<schemas.V1StateFetchRequest> {
  readonly filterKeys?: readonly string[] | undefined;
}

/** Response to v1 `journey/state/fetch`, under any reading. Spec 4.3, 9; gap `v1-flow-place`. */
export interface V1FetchStateResponse extends Exact<schemas.V1StateResponse> {
  readonly metaData: MetaData;
  readonly data?: V1StateData | undefined;
}

/**
 * The results of a v1 instance. Has an index signature, because the specification calls `data` free-form. Spec 2.2, 9;
 * gaps `v1-state-data`, `v1-flow-place`.
 */
export interface V1StateData {
  readonly process?: V1Process | undefined;
  readonly context?: V1StateContext | undefined;
  readonly [member: string]: unknown;
}

/** Contains the results of a v1 instance under one of the readings. Spec 9; gap `v1-flow-place`. */
export interface V1StateContext extends Exact<NonNullable<NonNullable<schemas.V1StateResponse["data"]>["context"]>> {
  readonly process?: V1Process | undefined;
}

/** The results of the finished modules and the outcome. Spec 9; gap `v1-outcome-place`. */
export interface V1Process {
  /** The overall outcome, under one reading of gap `v1-outcome-place`. */
  readonly outcome?: string | undefined;
  /** The results by variant id. Gap `v1-variant-id`. */
  readonly flow: Readonly<Record<string, FlowEntry>>;
}

/** The result of one module, or the decision. Spec 9. */
export interface FlowEntry extends Exact<schemas.FlowEntry> {
  readonly result: { readonly outcome: string; readonly advice?: Advice | undefined };
}

/** Body of v1 `journey/task/list`. Spec 4.3. */
export interface V1ListTasksRequest extends InstanceRequest {}

/** Response to v1 `journey/task/list`. Spec 4.3; gap `task-list-contents`. */
export interface V1ListTasksResponse extends Exact<schemas.TaskListResponse> {
  readonly tasks: readonly Task[];
}

/** A task and its variant. Spec 2.3; gap `v1-variant-id`. */
export interface Task extends Exact<schemas.Task> {}

/** Body of v1 `journey/task/schema`. Spec 4.3. */
export interface V1FetchTaskSchemaRequest extends Exact<schemas.TaskSchemaRequest> {}

/** Response to v1 `journey/task/schema`. Spec 2.4, 4.3. */
export interface V1FetchTaskSchemaResponse extends TaskSchema {}

/** Body of v1 `journey/task/list/schema`. Spec 4.3. */
export interface V1ListTaskSchemasRequest extends InstanceRequest {}

/** Response to v1 `journey/task/list/schema`. Spec 2.4, 4.3. */
export interface V1ListTaskSchemasResponse extends TaskListing {}

/** Body of v1 `journey/task/update`. Spec 2.10; gap `v1-intent-values`. */
export interface V1UpdateTaskRequest extends Exact<schemas.TaskUpdateRequest> {
  readonly context: V1UpdateTaskContext;
}

/** The data of the task. Spec 2.10. */
export interface V1UpdateTaskContext {
  readonly subject?: SubjectInput | undefined;
}

/** Response to v1 `journey/task/update`. Spec 4.3. */
export interface V1UpdateTaskResponse extends Exact<schemas.TaskUpdateResponse> {}

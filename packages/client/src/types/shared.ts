import type * as schemas from "@journey-kit/schemas";
import type { Exact } from "./exact.ts";

/** The status of an instance. `Failed` and `Error` have the same meaning. Spec 2.2, 3.1; gap `failure-status`. */
export type JourneyStatus = schemas.JourneyStatus;

/**
 * The outcome of a module or an evaluation, with any match scores. Has an index signature, because the specification names
 * no scores and a module of your own may return any members. Spec 4.2; gap `advice-members`.
 */
export interface Advice extends Exact<schemas.Advice> {
  readonly [score: string]: unknown;
}

/** When an instance started and ended. Spec 2.2. */
export interface MetaData extends Exact<schemas.MetaData> {}

/** The lifetime of the link to a hosted journey. Spec 2.7; gap `link-config-bounds`. */
export interface LinkConfig extends Exact<schemas.LinkConfig> {}

/** A draft-07 JSON Schema of the data that a task needs. Spec 2.4; gap `task-schema-root`. */
export interface TaskSchema extends Exact<schemas.TaskSchema> {
  readonly [keyword: string]: unknown;
}

/** A task with a reference to its schema in `schemas` of the same response. Spec 2.3; gap `task-schema-reference`. */
export interface TaskWithSchema extends Exact<schemas.TaskWithSchema> {}

/** A new instance. For `page` delivery, includes the address of the hosted pages. Spec 4.2; gap `start-response`. */
export interface StartedInstance extends Exact<schemas.StartResponse> {}

/** A request that contains only an instance id. Spec 4.2, 4.3. */
export interface InstanceRequest {
  readonly instanceId: string;
}

/** The tasks of an instance, and their schemas by key. Spec 2.4, 4.2; gap `v2-task-list`. */
export interface TaskListing extends Exact<schemas.TaskListSchemaResponse> {
  readonly tasks: readonly TaskWithSchema[];
  readonly schemas: Readonly<Record<string, TaskSchema>>;
}

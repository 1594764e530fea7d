import * as z from "zod";
import { InstanceId, JourneyStatus } from "./identifiers.ts";
import { leaves, wire } from "./meta.ts";
import { Subject } from "./subject/subject.ts";

const id = z.string().min(1).register(leaves, { public: true });

/** Body of `task/list` and of `task/list/schema`. Spec 4.2, 4.3. */
export const TaskListRequest = z.looseObject({ instanceId: InstanceId }).register(wire, {
  id: "TaskListRequest",
  spec: "4.3",
  description: "Asks for the tasks of an instance, with or without their schemas.",
});
export type TaskListRequest = z.infer<typeof TaskListRequest>;

/** A v1 task. Spec 2.3; gap `v1-variant-id`. */
export const Task = z.looseObject({ taskId: id, variantId: id }).register(wire, {
  id: "Task",
  spec: "2.3",
  gap: "v1-variant-id",
  description: "A task and the variant it feeds.",
});
export type Task = z.infer<typeof Task>;

/** Answer to `task/list`. Spec 4.3; gap `task-list-contents`. */
export const TaskListResponse = z
  .looseObject({ instanceId: InstanceId, status: JourneyStatus, tasks: z.array(Task) })
  .register(wire, {
    id: "TaskListResponse",
    spec: "4.3",
    gap: "task-list-contents",
    description: "The tasks of an instance.",
  });
export type TaskListResponse = z.infer<typeof TaskListResponse>;

/** Body of `task/schema`. Spec 4.3. */
export const TaskSchemaRequest = z.looseObject({ taskId: id }).register(wire, {
  id: "TaskSchemaRequest",
  spec: "4.3",
  description: "Asks what one task needs.",
});
export type TaskSchemaRequest = z.infer<typeof TaskSchemaRequest>;

/** What a task needs, as a draft-07 JSON Schema; also the answer to `task/schema`. Spec 2.4; gap `task-schema-root`. */
export const TaskSchema = z
  .looseObject({
    $schema: z.string().register(leaves, { public: true }),
    type: z.string().register(leaves, { public: true }),
    properties: z.looseObject({}),
    required: z.array(z.string().register(leaves, { public: true })),
  })
  .register(wire, {
    id: "TaskSchema",
    spec: "2.4",
    gap: "task-schema-root",
    description: "What a task needs, as a draft-07 JSON Schema.",
  });
export type TaskSchema = z.infer<typeof TaskSchema>;

/** A task that refers to its schema; `variantId` may be missing. Spec 2.3, 4.2; gap `task-schema-reference`. */
export const TaskWithSchema = z
  .looseObject({ taskId: id, variantId: id.optional(), schema: z.looseObject({ $ref: id }) })
  .register(wire, {
    id: "TaskWithSchema",
    spec: "2.3",
    gap: "task-schema-reference",
    description: "A task that refers to one of the schemas beside it.",
  });
export type TaskWithSchema = z.infer<typeof TaskWithSchema>;

/** Answer to `task/list/schema` in both generations. Spec 2.4, 4.2; gap `v2-task-list`. */
export const TaskListSchemaResponse = z
  .looseObject({
    instanceId: InstanceId,
    status: JourneyStatus,
    tasks: z.array(TaskWithSchema),
    schemas: z.object({}).catchall(TaskSchema),
  })
  .register(wire, {
    id: "TaskListSchemaResponse",
    spec: "4.2",
    gap: "v2-task-list",
    description: "The tasks of an instance, and the schemas they refer to by key. `status` is `InProgress` by default.",
  });
export type TaskListSchemaResponse = z.infer<typeof TaskListSchemaResponse>;

/** Body of `POST /captain/api/journey/task/update`. `Complete` ends the task. Spec 2.10; gap `v1-intent-values`. */
export const TaskUpdateRequest = z
  .looseObject({
    intent: z.enum(["Complete", "Save", "Validate"]).register(leaves, { public: true }),
    instanceId: InstanceId,
    taskId: id,
    context: z.looseObject({ subject: Subject.optional() }),
  })
  .register(wire, {
    id: "TaskUpdateRequest",
    spec: "2.10",
    gap: "v1-intent-values",
    description: "Hands in the data of a task; `Complete` ends it.",
  });
export type TaskUpdateRequest = z.infer<typeof TaskUpdateRequest>;

/** What the edge checks of a task update; the data is read element by element later. Spec 2.10; gap `v1-intent-values`. */
export const TaskUpdateEnvelope = z
  .looseObject({
    intent: id,
    instanceId: InstanceId,
    taskId: id,
    context: z.looseObject({ subject: z.looseObject({}).optional() }),
  })
  .register(wire, {
    id: "TaskUpdateEnvelope",
    spec: "2.10",
    gap: "v1-intent-values",
    description: "The part of a task update that is checked before any data is read.",
  });
export type TaskUpdateEnvelope = z.infer<typeof TaskUpdateEnvelope>;

/** Answer to `task/update`. Spec 4.3. */
export const TaskUpdateResponse = z.looseObject({ instanceId: InstanceId, taskId: id }).register(wire, {
  id: "TaskUpdateResponse",
  spec: "4.3",
  description: "Names the instance and the task whose data was taken.",
});
export type TaskUpdateResponse = z.infer<typeof TaskUpdateResponse>;

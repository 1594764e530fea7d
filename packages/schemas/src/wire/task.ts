import * as z from "zod";
import { doc } from "../meta.ts";
import { InstanceId, identifier, JourneyStatus, word } from "./identifiers.ts";
import { Subject } from "./subject/subject.ts";

const taskExample = { taskId: "4f9c2b7e1d3a4c58.1", variantId: "data-verification-v1" };

/** Body of `task/list` and `task/list/schema`. Spec 4.2, 4.3. */
export const TaskListRequest = doc(z.looseObject({ instanceId: InstanceId }), {
  id: "TaskListRequest",
  spec: "4.3",
  description: "Requests the tasks of an instance.",
  examples: [{ instanceId: "4f9c2b7e1d3a4c58" }],
});
export type TaskListRequest = z.infer<typeof TaskListRequest>;

/** A v1 task. Spec 2.3; gap `v1-variant-id`. */
export const Task = doc(z.looseObject({ taskId: identifier, variantId: identifier }), {
  id: "Task",
  spec: "2.3",
  gap: "v1-variant-id",
  description: "A task and its variant.",
  examples: [taskExample],
});
export type Task = z.infer<typeof Task>;

/** Response to `task/list`. Spec 4.3; gap `task-list-contents`. */
export const TaskListResponse = doc(
  z.looseObject({ instanceId: InstanceId, status: JourneyStatus, tasks: z.array(Task) }),
  {
    id: "TaskListResponse",
    spec: "4.3",
    gap: "task-list-contents",
    description: "The tasks of an instance.",
    examples: [{ instanceId: "4f9c2b7e1d3a4c58", status: "InProgress", tasks: [taskExample] }],
  },
);
export type TaskListResponse = z.infer<typeof TaskListResponse>;

/** Body of `task/schema`. Spec 4.3. */
export const TaskSchemaRequest = doc(z.looseObject({ taskId: identifier }), {
  id: "TaskSchemaRequest",
  spec: "4.3",
  description: "Requests the JSON Schema of one task.",
  examples: [{ taskId: "4f9c2b7e1d3a4c58.1" }],
});
export type TaskSchemaRequest = z.infer<typeof TaskSchemaRequest>;

const objectSchema = (properties: Readonly<Record<string, unknown>>) => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => name !== "middleNames"),
});
const filledText = { type: "string", minLength: 1 };
const identity = {
  firstName: filledText,
  middleNames: { type: "array", items: { type: "string" } },
  lastNames: { type: "array", items: { type: "string" }, minItems: 1, contains: filledText },
  dateOfBirth: { type: "string", format: "date" },
};
const schemaExample = {
  $schema: "http://json-schema.org/draft-07/schema#",
  ...objectSchema({ context: objectSchema({ subject: objectSchema({ identity: objectSchema(identity) }) }) }),
};

/**
 * A draft-07 JSON Schema of the data that a task needs. This is also the response to `task/schema`. Spec 2.4; gap
 * `task-schema-root`.
 */
export const TaskSchema = doc(
  z.looseObject({ $schema: word, type: word, properties: z.looseObject({}), required: z.array(word) }),
  {
    id: "TaskSchema",
    spec: "2.4",
    gap: "task-schema-root",
    description: "A draft-07 JSON Schema of the data that a task needs.",
    examples: [schemaExample],
  },
);
export type TaskSchema = z.infer<typeof TaskSchema>;

/** A task with a reference to its schema. `variantId` may be missing. Spec 2.3, 4.2; gap `task-schema-reference`. */
export const TaskWithSchema = doc(
  z.looseObject({ taskId: identifier, variantId: identifier.optional(), schema: z.looseObject({ $ref: identifier }) }),
  {
    id: "TaskWithSchema",
    spec: "2.3",
    gap: "task-schema-reference",
    description: "A task and a reference to its schema, which is an entry of `schemas`.",
    examples: [
      { ...taskExample, schema: { $ref: "person" } },
      { ...taskExample, schema: { $ref: "#/schemas/person" } },
    ],
    forms: {
      "task-schema-reference": { pointer: { schema: z.looseObject({ $ref: z.string().regex(/^#\/schemas\//) }) } },
    },
  },
);
export type TaskWithSchema = z.infer<typeof TaskWithSchema>;

/** Response to `task/list/schema` in both API versions. Spec 2.4, 4.2; gap `v2-task-list`. */
export const TaskListSchemaResponse = doc(
  z.looseObject({
    instanceId: InstanceId,
    status: doc(JourneyStatus, { default: "InProgress" }),
    tasks: z.array(TaskWithSchema),
    schemas: z.object({}).catchall(TaskSchema),
  }),
  {
    id: "TaskListSchemaResponse",
    spec: "4.2",
    gap: "v2-task-list",
    description: "The tasks of an instance, and the schemas that the tasks refer to, by key.",
    examples: [
      {
        instanceId: "4f9c2b7e1d3a4c58",
        status: "InProgress",
        tasks: [{ ...taskExample, schema: { $ref: "person" } }],
        schemas: { person: schemaExample },
      },
      { instanceId: "4f9c2b7e1d3a4c58", status: "InProgress", tasks: [], schemas: {} },
    ],
  },
);
export type TaskListSchemaResponse = z.infer<typeof TaskListSchemaResponse>;

/** Body of `POST /captain/api/journey/task/update`. Spec 2.10; gap `v1-intent-values`. */
export const TaskUpdateRequest = doc(
  z.looseObject({
    intent: doc(z.literal("Complete"), {
      public: true,
      description: "`Complete` submits the data and marks the task as finished.",
      forms: { "v1-intent-values": { "save-and-validate": z.enum(["Complete", "Save", "Validate"]) } },
    }),
    instanceId: InstanceId,
    taskId: identifier,
    context: z.looseObject({ subject: Subject.optional() }),
  }),
  {
    id: "TaskUpdateRequest",
    spec: "2.10",
    gap: "v1-intent-values",
    description: "Submits data for a task.",
    examples: [
      {
        intent: "Complete",
        instanceId: "4f9c2b7e1d3a4c58",
        taskId: "4f9c2b7e1d3a4c58.1",
        context: { subject: { identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1985-12-10" } } },
      },
    ],
  },
);
export type TaskUpdateRequest = z.infer<typeof TaskUpdateRequest>;

/** Response to `task/update`. Spec 4.3. */
export const TaskUpdateResponse = doc(z.looseObject({ instanceId: InstanceId, taskId: identifier }), {
  id: "TaskUpdateResponse",
  spec: "4.3",
  description: "The instance and the task that were updated.",
  examples: [{ instanceId: "4f9c2b7e1d3a4c58", taskId: "4f9c2b7e1d3a4c58.1" }],
});
export type TaskUpdateResponse = z.infer<typeof TaskUpdateResponse>;

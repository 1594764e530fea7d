import type { TaskDefinition, TaskListSchemaResponse, TaskSchema } from "@journey-kit/schemas";
import type { Reading } from "@journey-kit/schemas/gaps";
import { toLeafSchema } from "@journey-kit/schemas/subject-leaf";
import { parsePath } from "@journey-kit/schemas/subject-path";
import type { InstanceRecord } from "../engine/commands.ts";
import type { InstanceTerms } from "../engine/instance.ts";
import type { Recorder } from "../engine/result.ts";
import { elementOf } from "../engine/subject.ts";
import { renderStatus } from "./status.ts";

type Definition = Pick<TaskDefinition, "id" | "required" | "optional">;

/** A task, or a v2 interaction listed as one. */
export interface ListedTask {
  readonly taskId: string;
  readonly variantId: string;
  readonly definition: Definition;
}

/** Body of a task list with the schemas that its tasks refer to. Spec 2.4; gap `task-schema-reference`. */
export function renderSchemaList(
  recorder: Recorder,
  record: InstanceRecord,
  tasks: readonly ListedTask[],
): TaskListSchemaResponse {
  const prefix = recorder.reading("task-schema-reference") === "key" ? "" : "#/schemas/";
  const root = recorder.reading("task-schema-root");
  return {
    status: renderStatus(recorder, record, "tasks"),
    instanceId: record.instance.id,
    tasks: tasks.map(({ taskId, variantId, definition }) => ({
      taskId,
      variantId,
      schema: { $ref: `${prefix}${definition.id}` },
    })),
    schemas: Object.fromEntries(
      tasks.map(({ definition }) => [definition.id, toTaskSchema(record.terms, definition, root)]),
    ),
  };
}

/** The draft-07 schema of a task: its elements at their paths in the subject. Spec 2.4; gap `task-schema-root`. */
export function toTaskSchema(
  terms: InstanceTerms,
  { required, optional }: Definition,
  root: Reading<"task-schema-root">,
): TaskSchema {
  const subject = emptyNode();
  for (const name of [...required, ...optional]) {
    const element = elementOf(terms, name);
    const steps = parsePath(element?.path ?? "") ?? [];
    const members = steps.flatMap((step) => (step.kind === "member" ? [step.name] : []));
    // An array has one schema for its entries; the leaves of an object are listed one by one.
    const isEntry = steps.some(({ kind }) => kind !== "member") || name === "Selfie";
    const leaves =
      element?.leaves === undefined || isEntry ? [members] : element.leaves.map((leaf) => [...members, leaf]);
    for (const leaf of leaves) add(subject, leaf, leaf, required.includes(name));
  }
  const schema = root === "subject" ? subject : wrap("context", wrap("subject", subject));
  return { $schema: "http://json-schema.org/draft-07/schema#", ...schema };
}

interface Node {
  readonly type: "object";
  readonly properties: Record<string, unknown>;
  readonly required: string[];
}

const emptyNode = (): Node => ({ type: "object", properties: {}, required: [] });
const wrap = (name: string, inner: Node): Node => ({ type: "object", properties: { [name]: inner }, required: [name] });

/** Leaves that are optional even in a required element. */
const optionalLeaves: readonly string[] = ["middleNames"];

/** Adds the schema of one leaf below a node. */
function add(node: Node, [name, ...rest]: readonly string[], leaf: readonly string[], isRequired: boolean): void {
  if (name === undefined) return;
  if (isRequired && !optionalLeaves.includes(name) && !node.required.includes(name)) node.required.push(name);
  if (rest.length === 0) {
    const schema = toLeafSchema(leaf);
    node.properties[name] =
      isRequired && !optionalLeaves.includes(name) && schema.type === "array" ? { ...schema, minItems: 1 } : schema;
    return;
  }
  const present = node.properties[name];
  const inner = isNode(present) ? present : emptyNode();
  node.properties[name] = inner;
  add(inner, rest, leaf, isRequired);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && Object.hasOwn(value, "properties");

import type { TaskDefinition, TaskListSchemaResponse, TaskSchema } from "@journey-kit/schemas";
import { toLeafSchema } from "@journey-kit/schemas";
import type { Element } from "@journey-kit/schemas/calls";
import { isRecord, listOf, parsePath } from "@journey-kit/schemas/calls";
import type { InstanceRecord } from "../engine/commands.ts";
import type { Citations } from "../engine/result.ts";
import { elementOf } from "../engine/subject.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { type LeafSchema, requireFilled, requireFilledDocument, requireFilledEntry } from "./filled-schema.ts";
import { renderStatus } from "./status.ts";

type TaskContent = Pick<TaskDefinition, "id" | "required" | "optional">;

/** A task, or a v2 interaction listed as one. */
export interface ListedTask {
  readonly taskId: string;
  readonly variantId: string;
  readonly definition: TaskContent;
}

/** Body of a task list with the schemas that its tasks refer to. Spec 2.4; gap `task-schema-reference`. */
export function renderSchemaList(
  citations: Citations,
  record: InstanceRecord,
  tasks: readonly ListedTask[],
): TaskListSchemaResponse {
  const prefix = citations.choose("task-schema-reference") === "key" ? "" : "#/schemas/";
  return {
    status: renderStatus(citations, record, "tasks"),
    instanceId: record.instance.id,
    tasks: tasks.map(({ taskId, variantId, definition }) => ({
      taskId,
      variantId,
      schema: { $ref: `${prefix}${definition.id}` },
    })),
    schemas: Object.fromEntries(
      tasks.map(({ definition }) => [definition.id, createTaskSchema(citations, record.terms, definition)]),
    ),
  };
}

/**
 * The draft-07 schema of a task: its elements at their paths in the subject. The update of a task accepts what the schema
 * accepts. Spec 2.4; gaps `task-schema-root`, `element-minimum`.
 */
export function createTaskSchema(
  citations: Citations,
  terms: InstanceTerms,
  { required, optional }: TaskContent,
): TaskSchema {
  const fields = citations.under(terms.readings).choose("required-fields");
  const subject = emptyNode();
  for (const name of [...required, ...optional]) {
    const element = elementOf(terms, name) ?? { path: "" };
    const isRequired = required.includes(name);
    const steps = parsePath(element.path) ?? [];
    const entry = steps.findIndex((step) => typeof step !== "string");
    const upToEntry = entry === -1 ? steps : steps.slice(0, entry);
    const members = upToEntry.filter((step) => typeof step === "string");
    // An array has one schema for its entries; the leaves of an object are listed one by one.
    const isEntry = entry !== -1 || name === "Selfie";
    if (element.leaves === undefined || isEntry) {
      const schema = toLeafSchema(members, fields);
      const needed = () => requireElement(citations, terms, name, element, schema);
      addLeaf(subject, members, isRequired ? needed() : schema, isRequired);
      continue;
    }
    for (const leaf of element.leaves) {
      const isNeeded = isRequired && element.minimum?.some((names) => names.includes(leaf)) !== false;
      const schema = toLeafSchema([...members, leaf], fields);
      addLeaf(subject, [...members, leaf], isNeeded ? requireFilled(schema) : schema, isNeeded);
    }
  }
  const root = citations.choose("task-schema-root");
  const schema = root === "subject" ? subject : wrapMember("context", wrapMember("subject", subject));
  return { $schema: "http://json-schema.org/draft-07/schema#", ...schema };
}

/** The schema of a required element that has one schema for the whole value. */
function requireElement(
  citations: Citations,
  terms: InstanceTerms,
  name: string,
  element: Element,
  schema: LeafSchema,
): LeafSchema {
  if (schema.type !== "array") return requireFilled(schema);
  if (name === "PrimaryDocument") {
    return requireFilledDocument(schema, element, citations.under(terms.readings).choose("document-type-case"));
  }
  const steps = parsePath(element.path) ?? [];
  const entry = steps.findIndex((step) => typeof step !== "string");
  const below = entry === -1 ? undefined : steps[entry + 1];
  const needed = typeof below === "string" ? { ...element, minimum: [[below]] } : element;
  return requireFilledEntry(schema, needed, steps[entry]);
}

interface ObjectSchema {
  readonly type: "object";
  readonly properties: Record<string, unknown>;
  readonly required: string[];
}

const emptyNode = (): ObjectSchema => ({ type: "object", properties: {}, required: [] });
const wrapMember = (name: string, inner: ObjectSchema): ObjectSchema => ({
  type: "object",
  properties: { [name]: inner },
  required: [name],
});

/** Adds the schema of one leaf below a node. Two elements can have the same path, such as two entries of one list. */
function addLeaf(node: ObjectSchema, [name, ...rest]: readonly string[], leaf: LeafSchema, isRequired: boolean): void {
  if (name === undefined) return;
  if (isRequired && !node.required.includes(name)) node.required.push(name);
  const present = node.properties[name];
  if (rest.length > 0) {
    const inner = isNode(present) ? { ...present, required: [...present.required] } : emptyNode();
    node.properties[name] = inner;
    addLeaf(inner, rest, leaf, isRequired);
  } else if (isRecord(present)) {
    const allOf = [...listOf(present.allOf), ...listOf(leaf.allOf)];
    node.properties[name] = { ...present, ...leaf, ...(allOf.length > 0 && { allOf }) };
  } else {
    node.properties[name] = leaf;
  }
}

const isNode = (value: unknown): value is ObjectSchema => isRecord(value) && Array.isArray(value.required);

import type { TaskListSchemaResponse, TaskSchema } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import { toLeafSchema } from "@journey-kit/schemas/subject-leaf";
import { parsePath } from "@journey-kit/schemas/subject-path";
import { elementOf } from "../engine/elements.ts";
import type { InstanceTerms } from "../engine/instance.ts";

/** The names of domain elements that a piece of work collects. */
export interface Work {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** A task listing with the schemas that its tasks refer to. Spec 2.4. */
export function toCombined(
  profile: Profile,
  terms: InstanceTerms,
  head: Pick<TaskListSchemaResponse, "status" | "instanceId">,
  tasks: readonly { readonly taskId: string; readonly variantId: string; readonly key: string; readonly work: Work }[],
): TaskListSchemaResponse {
  const reference = profile["task-schema-reference"] === "key" ? "" : "#/schemas/";
  return {
    ...head,
    tasks: tasks.map(({ taskId, variantId, key }) => ({ taskId, variantId, schema: { $ref: `${reference}${key}` } })),
    schemas: Object.fromEntries(tasks.map(({ key, work }) => [key, toTaskSchema(profile, terms, work)])),
  };
}

/** The draft-07 schema of a piece of work: where its elements sit in the subject. Spec 2.4; gap `task-schema-root`. */
export function toTaskSchema(profile: Profile, terms: InstanceTerms, { required, optional }: Work): TaskSchema {
  const subject = emptyNode();
  for (const name of [...required, ...optional]) {
    const element = elementOf(terms, name);
    const steps = parsePath(element?.path ?? "") ?? [];
    const members = steps.flatMap((step) => (step.kind === "member" ? [step.name] : []));
    // The leaves of an entry of an array stand in its own schema; those of an object are its members.
    const isEntry = steps.some(({ kind }) => kind !== "member") || name === "Selfie";
    const leaves =
      element?.leaves === undefined || isEntry ? [members] : element.leaves.map((leaf) => [...members, leaf]);
    for (const leaf of leaves) add(subject, leaf, leaf, required.includes(name));
  }
  const root = profile["task-schema-root"] === "subject" ? subject : wrap("context", wrap("subject", subject));
  return { $schema: "http://json-schema.org/draft-07/schema#", ...root };
}

interface Node {
  readonly type: "object";
  readonly properties: Record<string, unknown>;
  readonly required: string[];
}

const emptyNode = (): Node => ({ type: "object", properties: {}, required: [] });
const wrap = (name: string, inner: Node): Node => ({ type: "object", properties: { [name]: inner }, required: [name] });

/** Middle names are part of a name, but no name needs them. */
const dispensable: readonly string[] = ["middleNames"];

/** Adds the schema of one leaf below a node. */
function add(node: Node, [name, ...rest]: readonly string[], leaf: readonly string[], isRequired: boolean): void {
  if (name === undefined) return;
  if (isRequired && !dispensable.includes(name) && !node.required.includes(name)) node.required.push(name);
  if (rest.length === 0) {
    const schema = toLeafSchema(leaf);
    node.properties[name] =
      isRequired && !dispensable.includes(name) && schema.type === "array" ? { ...schema, minItems: 1 } : schema;
    return;
  }
  const present = node.properties[name];
  const inner = isNode(present) ? present : emptyNode();
  node.properties[name] = inner;
  add(inner, rest, leaf, isRequired);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && Object.hasOwn(value, "properties");

import {
  type Element,
  type ElementName,
  elements,
  isBlank,
  memberOf,
  parsePath,
  readPath,
  type Step,
  writePath,
} from "@journey-kit/schemas/calls";
import { branchesOf, type JsonSchema, stepInto } from "../../ui/json-editor/schema.ts";
import { createField, toLabel } from "../../ui/schema-form/create-field.ts";
import type { Field } from "../../ui/schema-form/field.ts";

/** The form of a domain element: its place in the subject, and its controls. Spec 2.6. */
export interface ElementForm {
  readonly element: string;
  readonly label: string;
  /** Place of the value that the field edits. */
  readonly steps: readonly Step[];
  readonly field: Field;
  /** Members that belong to the element; set if other elements use the same object. */
  readonly owned?: readonly string[];
}

export interface DeclaredElement {
  readonly name: string;
  readonly path: string;
}

/** Finds an element in the declarations of a journey or in the table. */
function findElement(name: string, declared: readonly DeclaredElement[] = []): Element | undefined {
  const own = declared.find((element) => element.name === name);
  if (own !== undefined) return { path: own.path };
  return Object.hasOwn(elements, name) ? elements[name as ElementName] : undefined; // checked by `hasOwn`
}

/**
 * Describes the form of an element.
 *
 * @param root Schema of the whole document.
 * @param subject Schema of the subject in it.
 * @returns undefined if the element is unknown.
 */
export function createElementForm(
  root: JsonSchema,
  subject: JsonSchema,
  element: string,
  declared?: readonly DeclaredElement[],
): ElementForm | undefined {
  const row = findElement(element, declared);
  const place = row && parsePath(row.path);
  if (row === undefined || place === undefined) return undefined;
  const whole = schemaAt(root, subject, place);
  const isList = row.leaves !== undefined && branchesOf(root, whole, new Map()).some(({ type }) => type === "array");
  const steps: readonly Step[] = isList ? [...place, 0] : place;
  const label = toLabel(element);
  const described = createField(root, schemaAt(root, subject, steps), { name: "", label, isRequired: true });
  const field = described && restrict(described, row, steps);
  if (field === undefined) return undefined;
  const isShared = row.leaves !== undefined && place.every((step) => typeof step === "string") && !isList;
  return { element, label, steps, field, ...(isShared && row.leaves !== undefined && { owned: row.leaves }) };
}

/** The schema at a place. If the specification does not define the place, the schema allows any text. */
function schemaAt(root: JsonSchema, schema: JsonSchema, steps: readonly Step[]): JsonSchema {
  const found = steps.reduce<readonly JsonSchema[]>(
    (schemas, step) =>
      schemas
        .flatMap((part) => branchesOf(root, part, new Map()))
        .flatMap((part) => stepInto(part, typeof step === "string" ? step : 0)),
    [schema],
  );
  return found[0] ?? { type: "string" };
}

/** Keeps only the members of the element, and marks the members that the element requires. */
function restrict(field: Field, { leaves, minimum = [] }: Element, steps: readonly Step[]): Field {
  if (field.kind !== "group") return field;
  const isTyped = typeof steps.at(-1) === "object";
  const fields = field.fields
    .filter(({ name }) => (leaves?.includes(name) ?? true) && !(isTyped && name === "type"))
    .map((member) => ({
      ...member,
      isRequired: member.isRequired || minimum.some(([only, ...more]) => only === member.name && more.length === 0),
    }));
  return { ...field, fields };
}

/** Reads the data of an element; undefined if the subject has none. */
export function readElement(subject: unknown, { steps, owned }: ElementForm): unknown {
  if (owned === undefined) {
    const value = readPath(subject, steps);
    return isBlank(value) ? undefined : value;
  }
  const members = owned.map((name) => [name, readPath(subject, [...steps, name])] as const);
  const filled = members.filter(([, value]) => !isBlank(value));
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/**
 * Writes the data of an element and leaves the data of other elements alone. If `value` is undefined, removes the data
 * of the element.
 */
export function writeElement(subject: unknown, { steps, owned }: ElementForm, value: unknown): unknown {
  if (owned === undefined) return writePath(subject, steps, value) ?? {};
  return owned.reduce((written, name) => writePath(written, [...steps, name], memberOf(value, name)), subject) ?? {};
}

import type { Element } from "@journey-kit/schemas/calls";
import { isRecord, listOf, type Step } from "@journey-kit/schemas/calls";
import type { Reading } from "@journey-kit/schemas/tables";

/** A JSON Schema as plain data. */
export type LeafSchema = Readonly<Record<string, unknown>>;

/** Restricts the schema of a value to values that are not empty. Spec 2.4; gap `element-minimum`. */
export function requireFilled(schema: LeafSchema): LeafSchema {
  const [option, ...more] = listOf(schema.anyOf).map(schemaOf).filter(isNotEmptyText);
  if (option !== undefined)
    return more.length === 0 ? option : { ...schema, anyOf: [option, ...more].map(requireFilled) };
  return { ...schema, ...(schema.type === "array" && { minItems: 1 }), ...filledPart(schema) };
}

/**
 * Restricts the schema of a list to lists that contain an element with its minimum. The engine examines the first entry
 * of the element's type, so every entry of this type needs the minimum. Spec 2.6; gap `element-minimum`.
 */
export function requireFilledEntry(schema: LeafSchema, { minimum }: Element, step: Step | undefined): LeafSchema {
  const needed = minimum === undefined ? filledPart(schemaOf(schema.items)) : minimumPart(schema, minimum);
  const whole = { ...schema, minItems: 1 };
  if (typeof step === "object") return { ...whole, allOf: [typedPart(typeOf(anyCase(step.type)), needed)] };
  if (typeof step !== "number") return { ...whole, allOf: [{ contains: needed }] };
  return { ...whole, allOf: [{ minItems: step + 1, items: [...Array(step).fill({}), needed] }] };
}

/** Restricts the schema of `documents` to lists with a complete main document. Spec 2.8; gap `document-type-case`. */
export function requireFilledDocument(
  schema: LeafSchema,
  { minimum = [] }: Element,
  reading: Reading<"document-type-case">,
): LeafSchema {
  const needed = minimumPart(schema, minimum);
  const untyped = { type: "object", properties: { type: { type: "string", const: "" } } };
  const typed = typedPart(typeOf(anyCase("Primary")), needed);
  const whole = { ...schema, minItems: 1 };
  switch (reading) {
    case "exact":
      return { ...whole, allOf: [typedPart(typeOf("^Primary$"), needed)] };
    case "lenient":
      return { ...whole, allOf: [{ anyOf: [typed, { maxItems: 1, items: { allOf: [untyped, needed] } }] }] };
    case "first-untyped":
      return { ...whole, allOf: [{ anyOf: [typed, { items: untyped, allOf: [{ items: [needed] }] }] }] };
  }
}

/** At least one entry has the type, and all entries of the type have what is needed. */
const typedPart = (type: LeafSchema, needed: LeafSchema): LeafSchema => ({
  contains: type,
  items: { if: type, then: needed },
});

const typeOf = (pattern: string): LeafSchema => ({
  type: "object",
  properties: { type: { type: "string", pattern } },
  required: ["type"],
});

/** A pattern for a text in upper or lower case. */
const anyCase = (text: string): string =>
  `^${text.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)}$`;

/** The restriction of an entry to entries with the minimum members of an element. */
function minimumPart({ items }: LeafSchema, minimum: NonNullable<Element["minimum"]>): LeafSchema {
  const members = schemaOf(schemaOf(items).properties);
  const needs = minimum.map((names) => anyMember(names.map((name) => [name, members[name]] as const)));
  return needs.length === 1 ? (needs[0] ?? {}) : { allOf: needs };
}

/** The restriction of a value to values that are not empty. */
function filledPart({ type, items, properties, anyOf }: LeafSchema): LeafSchema {
  if (type === "string" || anyOf !== undefined) return { type: "string", minLength: 1 };
  if (type === "array") return { type, contains: filledPart(schemaOf(items)) };
  if (type === "object") return anyMember(Object.entries(schemaOf(properties)));
  return type === undefined ? { not: { enum: [null, "", [], {}] } } : {};
}

/** The restriction of an object to objects in which at least one of the members is not empty. */
function anyMember(members: readonly (readonly [string, unknown])[]): LeafSchema {
  const options = members.map(([name, member]) => ({
    properties: { [name]: filledPart(schemaOf(member)) },
    required: [name],
  }));
  if (options.length === 0) return { type: "object", minProperties: 1 };
  return options.length === 1 ? { type: "object", ...options[0] } : { type: "object", anyOf: options };
}

const schemaOf = (value: unknown): LeafSchema => (isRecord(value) ? value : {});

const isNotEmptyText = (schema: LeafSchema): boolean => schema.const !== "";

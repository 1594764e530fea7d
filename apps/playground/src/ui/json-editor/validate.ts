import { isForbidden, type JsonSchema, resolveRef, type SchemaObject } from "./schema.ts";

/** A value that a schema does not allow. */
export interface SchemaProblem {
  /** Names and indexes that lead to the value. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The missing member of the object at `path`, if that is the problem. */
  readonly missing?: string;
}

type Path = SchemaProblem["path"];

/**
 * Validates a value. The page has its own validator, because its content security policy forbids validators that
 * generate code, such as ajv. Formats are not checked, because our schemas express every format as a pattern too.
 */
export function validate(
  root: JsonSchema,
  value: unknown,
  schema: JsonSchema = root,
  path: Path = [],
): readonly SchemaProblem[] {
  if (schema === true) return [];
  if (isForbidden(schema)) {
    const description = typeof schema === "object" ? schema.description : undefined;
    return [{ path, message: `Not allowed here. ${description ?? ""}`.trim() }];
  }
  if (schema === false) return [];
  const type = checkType(schema, value);
  if (type !== undefined) return [{ path, message: type }];
  return [
    ...checkScalar(schema, value).map((message) => ({ path, message })),
    ...(Array.isArray(value) ? checkList(root, schema, value, path) : []),
    ...(isObject(value) ? checkObject(root, schema, value, path) : []),
    ...checkCombined(root, schema, value, path),
  ];
}

const articles: Readonly<Record<string, string>> = {
  object: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
};

function checkType({ type }: SchemaObject, value: unknown): string | undefined {
  const types = type === undefined ? [] : [type].flat();
  if (types.length === 0 || types.some((name) => isOfType(name, value))) return undefined;
  return `Must be ${types.map((name) => articles[name] ?? name).join(" or ")}.`;
}

function isOfType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function checkScalar(schema: SchemaObject, value: unknown): readonly string[] {
  const problems: string[] = [];
  const { const: only, enum: values } = schema;
  if (only !== undefined && value !== only) problems.push(`Must be ${JSON.stringify(only)}.`);
  if (values !== undefined && !values.includes(value))
    problems.push(`Must be one of ${values.map((each) => JSON.stringify(each)).join(", ")}.`);
  if (typeof value === "string") {
    const length = [...value].length;
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
    if (length < minLength)
      problems.push(length === 0 ? "Must not be empty." : `Must have at least ${minLength} characters.`);
    if (length > maxLength) problems.push(`Must have at most ${maxLength} characters.`);
    if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) problems.push(describePattern(pattern, format));
  }
  if (typeof value === "number") {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
    if (minimum !== undefined && value < minimum) problems.push(`Must be at least ${minimum}.`);
    if (maximum !== undefined && value > maximum) problems.push(`Must be at most ${maximum}.`);
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      problems.push(`Must be greater than ${exclusiveMinimum}.`);
    if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
      problems.push(`Must be less than ${exclusiveMaximum}.`);
  }
  return problems;
}

const formats: Readonly<Record<string, string>> = {
  date: "Must be a date such as 1985-12-10.",
  "date-time": "Must be a date and time such as 2026-01-31T09:30:00Z.",
};

const describePattern = (pattern: string, format = ""): string => formats[format] ?? `Must match ${pattern}.`;

function checkList(root: JsonSchema, schema: SchemaObject, list: readonly unknown[], path: Path) {
  const { items = true, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const count = list.length < minItems ? `at least ${minItems}` : list.length > maxItems ? `at most ${maxItems}` : "";
  return [
    ...(count === "" ? [] : [{ path, message: `Must have ${count} ${count.endsWith(" 1") ? "entry" : "entries"}.` }]),
    ...list.flatMap((entry, i) => validate(root, entry, isList(items) ? (items[i] ?? true) : items, [...path, i])),
  ];
}

function checkObject(
  root: JsonSchema,
  schema: SchemaObject,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): readonly SchemaProblem[] {
  const { properties = {}, patternProperties = {}, additionalProperties = true, propertyNames, required = [] } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const members = Object.entries(value).flatMap(([name, member]) => {
    const at = [...path, name];
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const matching = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, "u").test(name));
    const applying = [...(own === undefined ? [] : [own]), ...matching.map(([, found]) => found)];
    const isNameAllowed = propertyNames === undefined || validate(root, name, propertyNames).length === 0;
    if (!isNameAllowed || (applying.length === 0 && additionalProperties === false))
      return [{ path: at, message: `Property ${JSON.stringify(name)} is not allowed here.` }];
    return (applying.length === 0 ? [additionalProperties] : applying).flatMap((part) =>
      validate(root, member, part, at),
    );
  });
  return [
    ...missing.map((name) => ({ path, message: `Property ${JSON.stringify(name)} is missing.`, missing: name })),
    ...members,
  ];
}

function checkCombined(root: JsonSchema, schema: SchemaObject, value: unknown, path: Path): readonly SchemaProblem[] {
  const { $ref, allOf = [], anyOf, oneOf, not } = schema;
  const all = [...($ref === undefined ? [] : [resolveRef(root, $ref)]), ...allOf];
  const problems = all.flatMap((part) => validate(root, value, part, path));
  const alternatives = (parts: readonly JsonSchema[]) => {
    const meant = parts.filter((part) => isMeant(root, part, value));
    return (meant.length === 0 ? parts : meant).map((part) => validate(root, value, part, path));
  };
  const any = anyOf === undefined ? [] : alternatives(anyOf);
  const one = oneOf === undefined ? [] : alternatives(oneOf);
  const matches = one.filter((found) => found.length === 0).length;
  return [
    ...problems,
    ...(any.every((found) => found.length > 0) ? closest(any, path) : []),
    ...(matches === 0 ? closest(one, path) : []),
    ...(matches > 1 ? [{ path, message: "Matches more than one of the allowed forms. Only one may match." }] : []),
    ...(not !== undefined && validate(root, value, not).length === 0 ? [{ path, message: "Not allowed." }] : []),
  ];
}

/** Whether a value has the type of an alternative, and its constants, such as the `type` of an action. */
function isMeant(root: JsonSchema, part: JsonSchema, value: unknown): boolean {
  if (typeof part === "boolean") return true;
  if (part.$ref !== undefined) return isMeant(root, resolveRef(root, part.$ref), value);
  const members = Object.entries(part.properties ?? {});
  return (
    checkType(part, value) === undefined &&
    members.every(([name, member]) => {
      const only = typeof member === "object" ? member.const : undefined;
      const own = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
      return only === undefined || own === undefined || own === only;
    })
  );
}

/** The problems of the alternative that was probably meant: the one with the fewest and deepest problems. */
function closest(alternatives: readonly (readonly SchemaProblem[])[], path: Path): readonly SchemaProblem[] {
  if (alternatives.length === 1) return alternatives.flat();
  const isDeep = (found: readonly SchemaProblem[]) => found.every((problem) => problem.path.length > path.length);
  const deep = alternatives.filter(isDeep);
  if (deep.length > 0) return deep.reduce((best, found) => (found.length < best.length ? found : best));
  const own = alternatives.flat().filter((problem) => problem.path.length === path.length);
  const messages = [...new Set(own.map(({ message }) => message))];
  if (messages.length === 0) return [];
  return [{ path, message: messages.length > 3 ? "Matches none of the allowed forms." : messages.join(" Or: ") }];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isList = (items: JsonSchema | readonly JsonSchema[]): items is readonly JsonSchema[] => Array.isArray(items);

/** A JSON Schema: draft-07, or a schema of an OpenAPI 3.1 document. It has only the keywords that our documents use. */
export type JsonSchema = boolean | SchemaObject;

export interface SchemaObject {
  readonly $ref?: string;
  /** Sections and gaps that the schema cites. */
  readonly $comment?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
}

/** Follows a reference such as `#/definitions/Subject`. An unknown reference allows any value. */
export function resolveRef(root: JsonSchema, ref: string): JsonSchema {
  let found: unknown = root;
  for (const part of ref.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return isSchema(found) ? found : true;
}

/** The known members of an object, by name. */
export type KnownMembers = ReadonlyMap<string, unknown>;

/**
 * Lists the schemas that apply to a value: the schema, what it refers to, and the alternatives of `anyOf` and `oneOf`
 * that the known members do not rule out.
 */
export function branchesOf(root: JsonSchema, schema: JsonSchema, known: KnownMembers): readonly SchemaObject[] {
  if (typeof schema === "boolean" || isRuledOut(schema, known)) return [];
  const inner = [
    ...(schema.$ref === undefined ? [] : [resolveRef(root, schema.$ref)]),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  return [schema, ...inner.flatMap((part) => branchesOf(root, part, known))];
}

function isRuledOut({ properties = {}, additionalProperties }: SchemaObject, known: KnownMembers): boolean {
  return [...known].some(([name, value]) => {
    if (!Object.hasOwn(properties, name)) return additionalProperties === false && value !== undefined;
    const member = properties[name];
    if (typeof member !== "object" || value === undefined) return false;
    const allowed = member.enum ?? (member.const === undefined ? undefined : [member.const]);
    return allowed !== undefined && !allowed.includes(value);
  });
}

/** Returns the schema of a member or an array entry. */
export function stepInto(schema: SchemaObject, key: string | number): readonly JsonSchema[] {
  if (typeof key === "number") {
    const { items } = schema;
    const entry = isList(items) ? items[key] : items;
    return entry === undefined ? [] : [entry];
  }
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  const member = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (member !== undefined) return [member];
  const matching = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, "u").test(key));
  if (matching.length > 0) return matching.map(([, found]) => found);
  return additionalProperties === undefined ? [] : [additionalProperties];
}

/**
 * Names the type of a value in a few words, such as `string` or `list of string`; undefined if any value is allowed.
 */
export function typeName(root: JsonSchema, schema: JsonSchema): string | undefined {
  const names = branchesOf(root, schema, new Map()).flatMap(({ type, items, enum: values, const: only }) => {
    if (only !== undefined) return [JSON.stringify(only)];
    if (values !== undefined) return values.length > 4 ? ["choice"] : values.map((value) => JSON.stringify(value));
    const entry = items === undefined || isList(items) ? undefined : typeName(root, items);
    if (type === "array") return [entry === undefined ? "list" : `list of ${entry}`];
    return type ?? [];
  });
  return names.length === 0 ? undefined : [...new Set(names)].join(" | ");
}

/** Whether a schema allows no value. */
export const isForbidden = (schema: JsonSchema): boolean =>
  schema === false ||
  (typeof schema === "object" && typeof schema.not === "object" && Object.keys(schema.not).length === 0);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSchema = (value: unknown): value is JsonSchema => typeof value === "boolean" || isObject(value);

const isList = <Entry>(value: Entry | readonly Entry[] | undefined): value is readonly Entry[] => Array.isArray(value);

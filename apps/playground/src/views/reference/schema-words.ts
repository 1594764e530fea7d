import { type JsonSchema, resolveRef, type SchemaObject } from "../../ui/json-editor/schema.ts";

/** A member of an object, with what a reader needs to know about it. */
export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly description?: string;
  /** The allowed values, if there are only a few. */
  readonly values: readonly unknown[];
  /** Limits such as `1 to 64 characters`. */
  readonly limits: readonly string[];
  readonly example?: unknown;
  /** The sections and gaps that the schema cites. */
  readonly comment?: string;
  readonly schema: SchemaObject;
}

/** The members of an object, or the alternatives for a value. */
export interface Members {
  readonly members: readonly Member[];
  readonly alternatives: readonly SchemaObject[];
}

/** Follows references, and merges what `allOf` adds. */
function resolve(root: SchemaObject, schema: JsonSchema): SchemaObject {
  if (typeof schema === "boolean") return {};
  const { $ref, allOf, ...own } = schema;
  const parts = [...($ref === undefined ? [] : [resolveRef(root, $ref)]), ...(allOf ?? [])].map((part) =>
    resolve(root, part),
  );
  return [...parts, own].reduce(mergeSchemas);
}

function mergeSchemas(one: SchemaObject, other: SchemaObject): SchemaObject {
  const properties = { ...one.properties, ...other.properties };
  const required = [...(one.required ?? []), ...(other.required ?? [])];
  const isObject = one.properties !== undefined || other.properties !== undefined;
  return { ...one, ...other, ...(isObject && { properties, required }) };
}

/** Lists the members of an object or of the entries of an array. */
export function membersOf(root: SchemaObject, schema: JsonSchema): Members {
  const resolved = resolve(root, schema);
  if (resolved.type === "array" && isSchema(resolved.items)) return membersOf(root, resolved.items);
  const properties = Object.entries(resolved.properties ?? {}).filter(([, member]) => !isForbidden(member));
  const members = properties.map(([name, member]) => toMember(root, name, member, resolved.required ?? []));
  const inner = [...(resolved.anyOf ?? []), ...(resolved.oneOf ?? [])].flatMap((one) =>
    typeof one === "object" && hasMembers(root, one) ? [one] : [],
  );
  const [only] = inner;
  if (members.length === 0 && inner.length === 1 && only !== undefined) return membersOf(root, only);
  return { members, alternatives: inner };
}

/** Whether a value has members to show. */
export function hasMembers(root: SchemaObject, schema: JsonSchema): boolean {
  const { members, alternatives } = membersOf(root, schema);
  return members.length + alternatives.length > 0;
}

function toMember(root: SchemaObject, name: string, member: JsonSchema, required: readonly string[]): Member {
  const schema = resolve(root, member);
  const [example] = schema.examples ?? [];
  const isSimple = !hasMembers(root, schema);
  return {
    name,
    isRequired: required.includes(name),
    type: describeType(root, member),
    ...(schema.description !== undefined && { description: schema.description }),
    values: schema.enum ?? (schema.const === undefined ? [] : [schema.const]),
    limits: describeLimits(schema),
    ...(isSimple && example !== undefined && { example }),
    ...(schema.$comment !== undefined && { comment: schema.$comment }),
    schema: typeof member === "object" ? member : {},
  };
}

/** Describes the type of a value: `string`, `array of Document`, `string or null`. */
export function describeType(root: SchemaObject, schema: JsonSchema): string {
  if (typeof schema === "boolean") return "any value";
  const resolved = resolve(root, schema);
  const { type, items, title, anyOf, oneOf, properties } = resolved;
  if (type === "array") return `array of ${isSchema(items) ? describeType(root, items) : "any value"}`;
  const alternatives = [...(anyOf ?? []), ...(oneOf ?? [])].map((one) => describeType(root, one));
  if (alternatives.length > 0 && properties === undefined) return [...new Set(alternatives)].join(" or ");
  if (properties !== undefined) return title ?? "object";
  if (type !== undefined) return typeof type === "string" ? type : type.join(" or ");
  const [value] = resolved.enum ?? (resolved.const === undefined ? [] : [resolved.const]);
  return value === undefined ? "any value" : typeof value;
}

function describeLimits(schema: SchemaObject): readonly string[] {
  const { format, contentEncoding, pattern, default: initial } = schema;
  return [
    describeRange(schema.minLength, schema.maxLength, "characters"),
    describeRange(schema.minItems, schema.maxItems, "entries"),
    describeRange(schema.minimum, schema.maximum, ""),
    format,
    contentEncoding,
    pattern && format === undefined ? `matches ${pattern}` : undefined,
    initial === undefined ? undefined : `default ${JSON.stringify(initial)}`,
  ].filter((limit) => limit !== undefined);
}

function describeRange(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  const range = min === undefined ? `at most ${max}` : max === undefined ? `${min} or more` : `${min} to ${max}`;
  return `${range} ${unit}`.trim();
}

const isSchema = (value: SchemaObject["items"]): value is JsonSchema => value !== undefined && !Array.isArray(value);

const isForbidden = (schema: JsonSchema): boolean =>
  schema === false || (typeof schema === "object" && JSON.stringify(schema.not) === "{}");

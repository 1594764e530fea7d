import { controlSchemas, draft07, type JsonSchema } from "@journey-kit/schemas/emit";
import { endpointNames } from "@journey-kit/schemas/endpoints";
import { errorNames, gapIds } from "@journey-kit/schemas/tables";
import * as z from "zod";
import { toAnchor, toList } from "./markdown.ts";

/** A JSON Schema with the parts that this file reads. */
type Schema = JsonSchema & { readonly definitions?: Readonly<Record<string, Schema>> };

/** A body: its fields and an example. */
export interface Body {
  /** The name of the schema as a link, or the type if the schema has no name. */
  readonly link: string;
  readonly description: string | undefined;
  /** The fields as lines of Markdown. A nested object contributes its own fields. */
  readonly fields: readonly string[];
  readonly example: unknown;
}

/** Describes a schema of a body. */
export function describeBody(schema: z.ZodType): Body {
  // Zod puts schemas with an id under this draft-07 keyword, which its type omits.
  const emitted = z.toJSONSchema(schema, { ...draft07, unrepresentable: "any" }) as Schema;
  const name = nameOf(emitted);
  const root = name === undefined ? emitted : (emitted.definitions?.[name] ?? emitted);
  return { link: toType(emitted), description: root.description, fields: toFields(root), example: root.examples?.[0] };
}

/** Lists the fields of a JSON Schema as lines of Markdown. A schema that is not an object has one line: its type. */
export function toFields(schema: JsonSchema): readonly string[] {
  const options = optionsOf(schema);
  if (options.length > 1) return options.map((option, i) => `${i === 0 ? "either" : "or"} ${toOption(option)}`);
  return isMap(schema) || schema.properties === undefined ? [toType(schema)] : membersOf(schema, "");
}

/** Describes one alternative of a body in one line. */
function toOption(schema: JsonSchema): string {
  const { description } = schema;
  const { properties } = schema;
  if (nameOf(schema) !== undefined || properties === undefined) return toType(schema);
  const [only, ...others] = membersOf(schema, "").map((member) => member.replace(/\.$/, ""));
  // The description of the only member would repeat the description of the alternative.
  const members = others.length === 0 && description !== undefined ? only?.split(". ", 1) : [only, ...others];
  return `${members?.join("; ")}.${description === undefined ? "" : ` ${description}`}`;
}

/** Renders a list of fields, or a remark if there are none. */
export const toFieldList = (fields: readonly string[]): string =>
  fields.length === 0 ? "An empty object." : toList(fields);

function membersOf(schema: JsonSchema, prefix: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    if (typeof member !== "object" || isForbidden(member)) return [];
    const path = `${prefix}${name}`;
    const isRequired = schema.required?.includes(name) === true;
    return [toLine(path, member, isRequired), ...nestedOf(member, path)];
  });
}

function toLine(path: string, schema: JsonSchema, isRequired: boolean): string {
  const { description } = schema;
  const notes = [toType(schema), ...toBounds(schema), ...(isRequired ? [] : ["optional"])].join(", ");
  return `\`${path}\`: ${description === undefined ? notes : `${notes}. ${description}`}`;
}

/** The fields of an object without a name, which may be the entry of an array. */
function nestedOf(schema: JsonSchema, path: string): readonly string[] {
  if (nameOf(schema) !== undefined) return [];
  const { items } = schema;
  if (typeof items === "object" && !Array.isArray(items)) return nestedOf(items, `${path}[]`);
  return schema.properties === undefined || hasReadings(schema) ? [] : membersOf(schema, `${path}.`);
}

/** Describes the type of a value in words, with links to named schemas. */
function toType(schema: JsonSchema): string {
  const name = nameOf(schema);
  if (name !== undefined) return `[${name}](/${pathOfSchema(name)}/#${toAnchor(name)})`;
  if (hasReadings(schema)) return "a reading for each [gap](/reference/gaps/)";
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return toChoice(schema.enum);
  const options = optionsOf(schema);
  if (options.length > 0) return [...new Set(options.map(toShape))].join(" or ");
  const { items } = schema;
  if (schema.type === "array") {
    return typeof items === "object" && !Array.isArray(items) ? `array of ${toPlural(toType(items))}` : "array";
  }
  if (isMap(schema)) return `map of ${toPlural(toType(asSchema(schema.additionalProperties)))}`;
  if (schema.format !== undefined) return formats[schema.format] ?? schema.format;
  return Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "any value");
}

function toPlural(type: string): string {
  if (/^(string|integer|number|object|boolean|any value)$/.test(type)) return `${type}s`;
  return /^(one of )?`/.test(type) ? `values, each ${type}` : type;
}

/** Describes the values of an enum. A long enum lists endpoints or errors, which have separate pages. */
function toChoice(values: readonly unknown[]): string {
  if (values.length === endpointNames.length) return "the name of an [endpoint](/reference/endpoints/)";
  if (values.length === errorNames.length) return "the name of an [error](/reference/errors/)";
  const codes = values.map((one) => `\`${JSON.stringify(one)}\``);
  return codes.length > 2 ? `one of ${codes.join(", ")}` : codes.join(" or ");
}

/** A bound that the schema states itself, not the range of an integer. */
const toBound = (value: number | undefined): number | undefined =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;

const toNumber = (value: number): string => value.toLocaleString("en-GB");

const optionsOf = ({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] => (anyOf ?? oneOf ?? []).map(asSchema);

/** The type of an alternative. An object without a name shows its members. */
function toShape(schema: JsonSchema): string {
  const members = Object.keys(schema.properties ?? {});
  return members.length === 0 ? toType(schema) : `\`{ ${members.join(", ")} }\``;
}

function toBounds({
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  pattern,
  format,
}: JsonSchema): string[] {
  return [
    ...toRange(minLength, maxLength, "characters"),
    ...toRange(toBound(minimum), toBound(maximum), ""),
    ...toRange(minItems, maxItems, "entries"),
    ...(pattern === undefined || format !== undefined ? [] : [`matches \`${pattern}\``]),
  ];
}

const formats: Readonly<Record<string, string>> = {
  "date-time": "ISO 8601 timestamp",
  date: "ISO 8601 date",
  uri: "URL",
};

function toRange(least: number | undefined, most: number | undefined, unit: string): string[] {
  const end = unit === "" ? "" : ` ${unit}`;
  if (least !== undefined && most !== undefined) return [`${toNumber(least)} to ${toNumber(most)}${end}`];
  if (least !== undefined)
    return [`at least ${toNumber(least)}${least === 1 ? end.replace(/ies$/, "y").replace(/s$/, "") : end}`];
  return most === undefined ? [] : [`at most ${toNumber(most)}${end}`];
}

/** Whether the members of an object are gaps, which have a separate page. */
const hasReadings = ({ properties = {} }: JsonSchema): boolean => gapIds.every((id) => Object.hasOwn(properties, id));

const isMap = ({ additionalProperties, properties = {} }: JsonSchema): boolean =>
  typeof additionalProperties === "object" && Object.keys(properties).length === 0;

/** Whether a schema accepts nothing. */
const isForbidden = (schema: JsonSchema): boolean =>
  typeof schema.not === "object" && Object.keys(schema.not).length === 0;

/** The name of the schema that a reference points to. */
function nameOf({ $ref, allOf }: JsonSchema): string | undefined {
  const [only, ...others] = allOf ?? [];
  if ($ref !== undefined) return /(\w+)(\.json)?$/.exec($ref)?.[1];
  return typeof only === "object" && others.length === 0 ? nameOf(only) : undefined;
}

const asSchema = (schema: JsonSchema | boolean | undefined): JsonSchema => (typeof schema === "object" ? schema : {});

/** The page that describes a schema, by its name. */
export const pathOfSchema = (name: string): string =>
  controlSchemas.has(name) ? "reference/control-schemas" : "reference/json-schemas";

import { type JsonSchema, toJsonSchemas } from "@journey-kit/schemas/emit";
import fc from "fast-check";
import { stepsOf } from "../service/member.ts";
import { day, textFor } from "./person.ts";

/** The members that an entry of a list requires, with example values, by name of the list. Gap `required-fields`. */
const requiredMembers: ReadonlyMap<string, object> = new Map([
  ["idNumbers", { type: "passport", idNumber: "123456789" }],
  ["phones", { type: "mobile", number: "+447700900123" }],
  ["emails", { type: "personal", email: "ada@example.org" }],
]);

/** Maximum number of optional members in a generated object. More would be hard to read. */
const mostMembers = 4;

let emitted: Readonly<Record<string, JsonSchema>> | undefined;

function emittedSchema(file: string): JsonSchema {
  emitted ??= toJsonSchemas();
  const found = emitted[file];
  if (found === undefined) throw new Error(`No schema is emitted as ${file}.`);
  return found;
}

/** Resolves a reference, and unwraps a schema that contains only another schema. */
function dereference(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return dereference(emittedSchema(schema.$ref));
  const [only, ...others] = schema.allOf ?? [];
  return only !== undefined && others.length === 0 ? dereference(only) : schema;
}

const itemsOf = ({ items }: JsonSchema): JsonSchema =>
  typeof items === "object" && !Array.isArray(items) ? items : {};

const membersOf = ({ properties = {} }: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(properties).map(([name, schema]) => [name, typeof schema === "object" ? schema : {}]);

/**
 * Generates values of an emitted schema for a part of the subject. Each object has few optional members, but every
 * member can occur. Shrinks to the required members. Spec 2.8.
 *
 * @throws {Error} When no schema is emitted under this name, or its type is not supported.
 */
export const valuesOf = (schema: string, without: readonly string[] = []): fc.Arbitrary<unknown> =>
  arbitraryOf(emittedSchema(`${schema}.json`), "", without);

/** `name` is the name of the member. It determines what kind of string is generated. */
function arbitraryOf(reference: JsonSchema, name: string, without: readonly string[] = []): fc.Arbitrary<unknown> {
  const schema = dereference(reference);
  if (schema.anyOf !== undefined) return arbitraryOf(schema.anyOf[0] ?? {}, name); // the other alternatives are empty strings
  switch (schema.type) {
    case "object":
      return objectOf(schema, Object.keys(requiredMembers.get(name) ?? {}), without);
    case "array":
      return fc.array(arbitraryOf(itemsOf(schema), name), { minLength: 1, maxLength: 2 });
    case "string":
      return schema.format === "date" ? day() : textFor(name);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.nat(100);
    default:
      throw new Error(`Cannot generate ${name}: the type ${schema.type} is not supported.`);
  }
}

function objectOf(schema: JsonSchema, required: readonly string[], without: readonly string[]) {
  const members = membersOf(schema).filter(([name]) => !without.includes(name));
  const others = members.filter(([name]) => !required.includes(name));
  return fc
    .subarray(others, { maxLength: Math.min(others.length, mostMembers) })
    .chain((chosen) => {
      const present = [...members.filter(([name]) => required.includes(name)), ...chosen];
      return fc.tuple(...present.map(([name, member]) => fc.tuple(fc.constant(name), arbitraryOf(member, name))));
    })
    .map((entries): unknown => Object.fromEntries(entries));
}

/** A path that a schema describes, such as `identity.lastNames[0]`, and the schema at that path. */
export interface SchemaPath {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Lists every path of an emitted schema. Omits the members of the schemas in `closed`. Spec 2.8. */
export const pathsOf = (schema: string, closed: readonly string[] = []): readonly SchemaPath[] =>
  pathsBelow(emittedSchema(`${schema}.json`), "", closed);

function pathsBelow(schema: JsonSchema, place: string, closed: readonly string[]): readonly SchemaPath[] {
  if (place !== "" && closed.includes(schema.title ?? "")) return [];
  const paths =
    schema.type === "array"
      ? [{ path: `${place}[0]`, schema: dereference(itemsOf(schema)), isRequired: false }]
      : membersOf(schema).map(([name, member]) => ({
          path: place === "" ? name : `${place}.${name}`,
          schema: dereference(member),
          isRequired: schema.required?.includes(name) ?? false,
        }));
  return paths.flatMap((one) => [one, ...pathsBelow(one.schema, one.path, closed)]);
}

/**
 * Copies a value and replaces the value at one path, or removes the member if `replacement` is undefined. Creates
 * missing objects and lists on the path.
 */
export const replaceAt = (value: unknown, place: string, replacement: unknown): unknown =>
  replace(value, stepsOf(place), replacement);

function replace(value: unknown, [step, ...rest]: readonly string[], replacement: unknown, list = ""): unknown {
  if (step === undefined) return replacement;
  if (/^\d+$/.test(step)) {
    const entries: readonly unknown[] = Array.isArray(value) ? value : [];
    const entry = entries[Number(step)] ?? requiredMembers.get(list);
    return entries.toSpliced(Number(step), 1, replace(entry, rest, replacement));
  }
  const owner: Readonly<Record<string, unknown>> = Object(value);
  const { [step]: present, ...others } = owner;
  const next = replace(present, rest, replacement, step);
  return next === undefined ? others : { ...others, [step]: next };
}

/** Lists the path of every value inside a value. The empty path is the value itself. */
export function placesOf(value: unknown, place = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [place];
  const isList = Array.isArray(value);
  const below = Object.entries(value).flatMap(([name, member]) =>
    placesOf(member, isList ? `${place}[${name}]` : place === "" ? name : `${place}.${name}`),
  );
  return [place, ...below];
}

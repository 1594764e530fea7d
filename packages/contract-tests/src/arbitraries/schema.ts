import { type JsonSchema, toJsonSchemas } from "@journey-kit/schemas/json-schema";
import fc from "fast-check";
import { day, textFor } from "./person.ts";

/** Members that come together, in the entries of a list of that name. Gap `required-fields`. */
const pairs: Readonly<Record<string, readonly string[]>> = {
  idNumbers: ["type", "idNumber"],
  phones: ["type", "number"],
  emails: ["type", "email"],
};

/** The most optional members of a generated object: more would be hard to read. */
const mostMembers = 4;

let emitted: Readonly<Record<string, JsonSchema>> | undefined;

function schemaOf(file: string): JsonSchema {
  emitted ??= toJsonSchemas();
  const found = emitted[file];
  if (found === undefined) throw new Error(`No schema is emitted as ${file}.`);
  return found;
}

/** Follows a reference, and enters a schema that wraps one. */
function resolve(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return resolve(schemaOf(schema.$ref));
  const [only, ...others] = schema.allOf ?? [];
  return only !== undefined && others.length === 0 ? resolve(only) : schema;
}

const itemsOf = ({ items }: JsonSchema): JsonSchema =>
  typeof items === "object" && !Array.isArray(items) ? items : {};

const membersOf = ({ properties = {} }: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(properties).map(([name, schema]) => [name, typeof schema === "object" ? schema : {}]);

/**
 * Values of an emitted schema of the subject, with a few optional members at a time; each member occurs. Shrinks to the
 * required members. Spec 2.8.
 *
 * @throws {Error} When no schema is emitted under the name, or for a kind of schema that the subject does not use.
 */
export const valuesOf = (schema: string, without: readonly string[] = []): fc.Arbitrary<unknown> =>
  arbitraryOf(schemaOf(`${schema}.json`), "", without);

/** `name` is the member that holds the value; it decides the kind of text. */
function arbitraryOf(reference: JsonSchema, name: string, without: readonly string[] = []): fc.Arbitrary<unknown> {
  const schema = resolve(reference);
  if (schema.anyOf !== undefined) return arbitraryOf(schema.anyOf[0] ?? {}, name); // the others are empty strings
  switch (schema.type) {
    case "object":
      return objectOf(schema, Object.hasOwn(pairs, name) ? (pairs[name] ?? []) : [], without);
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
      throw new Error(`${name}: no values are known for type ${schema.type}.`);
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

/** A path in the values of a schema, such as `identity.lastNames[0]`. */
export interface SchemaPath {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Every path of an emitted schema; `closed` names the schemas whose members are left out. Spec 2.8. */
export const pathsOf = (schema: string, closed: readonly string[] = []): readonly SchemaPath[] =>
  pathsBelow(schemaOf(`${schema}.json`), "", closed);

function pathsBelow(schema: JsonSchema, place: string, closed: readonly string[]): readonly SchemaPath[] {
  if (place !== "" && closed.includes(schema.title ?? "")) return [];
  const paths =
    schema.type === "array"
      ? [{ path: `${place}[0]`, schema: resolve(itemsOf(schema)), isRequired: false }]
      : membersOf(schema).map(([name, member]) => ({
          path: place === "" ? name : `${place}.${name}`,
          schema: resolve(member),
          isRequired: schema.required?.includes(name) ?? false,
        }));
  return paths.flatMap((one) => [one, ...pathsBelow(one.schema, one.path, closed)]);
}

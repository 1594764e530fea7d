import { type JsonSchema, toJsonSchemas } from "@journey-kit/schemas/json-schema";
import fc from "fast-check";
import { day, textFor } from "./leaf.ts";

/** Members that come together, in the entries of a list of that name. Gap `required-fields`. */
const pairs: Readonly<Record<string, readonly string[]>> = {
  idNumbers: ["type", "idNumber"],
  phones: ["type", "number"],
  emails: ["type", "email"],
};

/** How many members of an object are there at once, beside those that must be: more would be hard to read. */
const mostMembers = 4;

let known: Readonly<Record<string, JsonSchema>> | undefined;

/** Every emitted schema by its file name, made when one is first asked for. */
function schemaOf(file: string): JsonSchema {
  known ??= toJsonSchemas();
  const found = known[file];
  if (found === undefined) throw new Error(`Nothing is emitted as ${file}.`);
  return found;
}

/**
 * Values of an emitted schema of the subject: every member of it comes up, a few at a time. Shrinks to what must be
 * there. Spec 2.8.
 *
 * @throws {Error} When nothing is emitted under the name, and for a kind of schema that the subject does not use.
 */
export const valuesOf = (schema: string, without: readonly string[] = []): fc.Arbitrary<unknown> =>
  arbitraryOf(schemaOf(`${schema}.json`), "", without);

/** `name` is that of the member that holds the value; texts are chosen by it. */
function arbitraryOf(schema: JsonSchema, name: string, without: readonly string[] = []): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return arbitraryOf(schemaOf(schema.$ref), name);
  if (schema.allOf?.length === 1) return arbitraryOf(schema.allOf[0] ?? {}, name);
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

const itemsOf = ({ items }: JsonSchema): JsonSchema =>
  typeof items === "object" && !Array.isArray(items) ? items : {};

function objectOf({ properties = {} }: JsonSchema, required: readonly string[], without: readonly string[]) {
  const entryOf = (member: string) => {
    const schema = properties[member];
    return fc.tuple(fc.constant(member), arbitraryOf(typeof schema === "object" ? schema : {}, member));
  };
  const others = Object.keys(properties).filter((member) => !required.includes(member) && !without.includes(member));
  return fc
    .subarray(others, { maxLength: Math.min(others.length, mostMembers) })
    .chain((chosen) => fc.tuple(...[...required, ...chosen].map(entryOf)))
    .map((entries): unknown => Object.fromEntries(entries));
}

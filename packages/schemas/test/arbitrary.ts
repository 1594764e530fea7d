import fc from "fast-check";
import type { JsonSchema } from "../src/emit/json-schema.ts";

/** Resolves a `$ref`. */
export type Resolve = (ref: string) => JsonSchema;

/** Keys that break careless code or have a meaning elsewhere in the API. */
export const hostileKeys = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "0",
  "\u{1F600}",
  "documents",
  "biometrics",
] as const;

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\u{1F600}", "a\nb", "\ud83d"),
);
const anyKey = fc.oneof(fc.constantFrom(...hostileKeys), fc.string());

const leaf = fc.oneof(fc.constantFrom(null, true, false, -1, 0.5, 1e300), fc.integer(), anyText);

/** Small JSON values of every type, some with hostile keys. Twice as fast as `fc.jsonValue`. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: leaf },
  fc.array(leaf, { maxLength: 2 }),
  fc.tuple(anyKey, leaf).map((entry) => Object.fromEntries([entry])),
);

const made = new WeakMap<JsonSchema, fc.Arbitrary<unknown>>();

/** Generates values that an emitted schema accepts. Throws on types that no emitted schema uses. */
export function arbitraryOf(schema: JsonSchema | boolean, resolve: Resolve): fc.Arbitrary<unknown> {
  if (typeof schema === "boolean") return anyJson;
  const known = made.get(schema) ?? makeArbitrary(schema, resolve);
  made.set(schema, known);
  return known;
}

function makeArbitrary(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return arbitraryOf(resolve(schema.$ref), resolve);
  if (schema.allOf?.length === 1) return arbitraryOf(schema.allOf[0] ?? {}, resolve);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((option) => arbitraryOf(option, resolve)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case undefined:
      return anyJson;
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({
        min: schema.minimum ?? Number.MIN_SAFE_INTEGER,
        max: schema.maximum ?? Number.MAX_SAFE_INTEGER,
      });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "string":
      return textOf(schema);
    case "array":
      return arrayOf(schema, resolve);
    case "object":
      return objectOf(schema, resolve);
    default:
      throw new Error(`Cannot generate values of type ${schema.type}.`);
  }
}

function textOf({ pattern, minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (pattern === undefined) return anyText.filter((text) => text.length >= minLength);
  // Adds the length limits to the pattern, because a filter would discard nearly every string.
  const bounded = maxLength === undefined ? pattern : pattern.replace(/\+\$$/, `{${minLength},${maxLength}}$`);
  return fc.stringMatching(new RegExp(bounded));
}

function arrayOf({ items, minItems = 0 }: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown[]> {
  if (Array.isArray(items)) throw new Error("Cannot generate tuples.");
  return fc.array(arbitraryOf(items ?? {}, resolve), { minLength: minItems, maxLength: minItems + 2 });
}

function objectOf(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties = {} } = schema;
  const members = Object.entries(properties).filter(
    ([, member]) => typeof member === "object" && member.not === undefined,
  );
  const always = members.filter(([key]) => required.includes(key));
  const sometimes = members.filter(([key]) => !required.includes(key));
  const entryOf = ([key, member]: [string, JsonSchema | boolean]) =>
    fc.tuple(fc.constant(key), arbitraryOf(member, resolve));
  const undeclared = anyKey.filter((key) => !Object.hasOwn(properties, key));
  const rest = fc.array(fc.tuple(undeclared, arbitraryOf(additionalProperties, resolve)), {
    maxLength: additionalProperties === false ? 0 : 2,
  });
  return fc
    .subarray(sometimes, { maxLength: Math.min(sometimes.length, 4) })
    .chain((chosen) => fc.tuple(fc.tuple(...[...always, ...chosen].map(entryOf)), rest))
    .map(([declared, others]) => Object.fromEntries([...others, ...declared]));
}

import { readdirSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../../vitest.shared.ts";
import { findProblems } from "./problems.ts";
import type { JsonSchema, SchemaObject } from "./schema.ts";
import { validate } from "./validate.ts";

const folder = new URL("../../../../../packages/schemas/json/", import.meta.url);
const read = (file: string): SchemaObject & { readonly definitions?: Record<string, SchemaObject> } =>
  JSON.parse(readFileSync(new URL(file, folder), "utf8"));

const ajv = new Ajv({ strict: false });
formats.default(ajv);

interface Subject {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly examples: readonly unknown[];
  readonly isValid: ValidateFunction;
}

const subject = (
  name: string,
  { $schema: _, $id: _id, ...schema }: SchemaObject & Record<string, unknown>,
): Subject => ({
  name,
  schema,
  examples: schema.examples ?? [],
  isValid: ajv.compile(schema),
});

const { definitions = {}, ...bundle } = read("bundle.json");
const wire = Object.entries(definitions).map(([name, { examples }]) =>
  subject(name, { ...bundle, definitions, $ref: `#/definitions/${name}`, examples: examples ?? [] } as SchemaObject &
    Record<string, unknown>),
);
const control = readdirSync(folder)
  .filter((file) => /^[A-Z].*\.json$/.test(file) && !Object.hasOwn(definitions, file.replace(".json", "")))
  .map((file) => subject(file, { ...read(file) }));
const openApi = ["openapi-v1.json", "openapi-v2.json"].flatMap((file) => {
  const { components } = JSON.parse(readFileSync(new URL(file, folder), "utf8")); // the emitted document
  return Object.entries<SchemaObject>(components.schemas).map(([name, { examples }]) =>
    subject(`${file} ${name}`, { components, $ref: `#/components/schemas/${name}`, examples } as SchemaObject &
      Record<string, unknown>),
  );
});
const subjects = [...wire, ...control, ...openApi];

/** Names that schemas treat in a special way, and others. */
const names = fc.oneof(fc.string(), fc.constantFrom("documents", "biometrics", "constructor", "id", "status"));

/** Values near an example: a part of it is removed or replaced, or a member is added. */
function near(example: unknown): fc.Arbitrary<unknown> {
  const other = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom("", 0, -1, 1.5, "2026-02-30", "2026-01-31T09:30:00Z", null, true, [], {}),
  );
  if (Array.isArray(example))
    return fc.oneof(
      other,
      fc.tuple(...example.map(near)).map((entries) => [...entries]),
      fc.constantFrom([], [...example, ...example]),
    );
  if (typeof example !== "object" || example === null)
    return fc.oneof({ weight: 2, arbitrary: fc.constant(example) }, other);
  const members = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, near(value)]));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(members, { requiredKeys: [] }) },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.record(members), names, other).map(([all, name, value]) => ({ ...all, [name]: value })),
    },
    other,
  );
}

test("agrees with Ajv on values similar to the examples of every schema", () => {
  const verdicts = { valid: 0, invalid: 0 };
  const cases = fc.constantFrom(...subjects).chain((of) =>
    fc.record({
      of: fc.constant(of),
      value: of.examples.length === 0 ? fc.jsonValue() : fc.constantFrom(...of.examples).chain(near),
    }),
  );
  fc.assert(
    fc.property(cases, ({ of, value }) => {
      const expected = of.isValid(value);
      verdicts[expected ? "valid" : "invalid"] += 1;
      expect({ name: of.name, value, valid: validate(of.schema, value).length === 0 }).toEqual({
        name: of.name,
        value,
        valid: expected,
      });
    }),
    { numRuns: runs(1_000, 20_000) },
  );
  expect(verdicts.valid).toBeGreaterThan(100);
  expect(verdicts.invalid).toBeGreaterThan(100);
});

test("accepts the examples of every schema", () => {
  const refused = subjects.flatMap(({ name, schema, examples }) =>
    examples.flatMap((example) => validate(schema, example).map((problem) => ({ name, ...problem }))),
  );
  expect(refused).toEqual([]);
});

test("refuses a property name that the schema excludes", () => {
  const schema: JsonSchema = { type: "object", propertyNames: { not: { enum: ["documents"] } } };
  expect(validate(schema, { subject: {} })).toEqual([]);
  expect(validate(schema, { documents: [] })).toEqual([
    { path: ["documents"], message: 'Property "documents" is not allowed here.' },
  ]);
});

const small: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1 },
    ends: { enum: ["fail", "never"] },
    latency: {
      anyOf: [{ type: "integer" }, { type: "object", properties: { min: { type: "integer" } }, required: ["min"] }],
    },
  },
  required: ["name"],
  additionalProperties: false,
};

/** The marked texts and their messages. */
const problemsIn = (text: string) =>
  findProblems(text, small).map(({ from, to, message }) => [text.slice(from, to), message]);

test("marks exactly the text of each invalid value", () => {
  expect(problemsIn('{ "name": "", "ends": "soon" }')).toEqual([
    ['""', "Must not be empty."],
    ['"soon"', 'Must be one of "fail", "never".'],
  ]);
});

test("marks the opening brace of an object that lacks a required property", () => {
  expect(problemsIn('{ "ends": "fail" }')).toEqual([["{", 'Property "name" is missing.']]);
});

test("marks the value of a property that the schema does not allow", () => {
  expect(problemsIn('{ "name": "a", "nmae": 1 }')).toEqual([["1", 'Property "nmae" is not allowed here.']]);
});

test("for a union, reports the problems of the alternative that was probably meant", () => {
  expect(problemsIn('{ "name": "a", "latency": { "min": "x" } }')).toEqual([['"x"', "Must be a whole number."]]);
});

test("marks the first syntax error", () => {
  expect(problemsIn('{ "name": "a" "ends": 1 }')).toEqual([['"', "Expected ',' or '}' after property value."]]);
  expect(problemsIn('{ "name": a }').map(([marked]) => marked)).toEqual(["a"]);
  expect(problemsIn("")).toEqual([["", "Unexpected end of JSON input."]]);
});

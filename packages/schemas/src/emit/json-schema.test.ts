import { expect, test } from "vitest";
import * as z from "zod";
import { readFiles, toFiles } from "../../scripts/emission.ts";
import { forbiddenIn } from "../../test/forbidden.ts";
import { createAjv, createValidator } from "../../test/validator.ts";
import { gapIds } from "../tables/gaps/index.ts";
import {
  controlSchemas,
  toControlJsonSchemas,
  toFileJsonSchemas,
  toJsonSchemaBundle,
  toJsonSchemas,
  wireSchemas,
} from "./json-schema.ts";

const emitted = toJsonSchemas();
const names = [...wireSchemas.keys()];
const ajv = createValidator();

test("emits one file with a unique id for each wire schema", () => {
  expect(Object.keys(emitted)).toEqual(names.map((name) => `${name}.json`).sort());
  expect(Object.values(emitted).map(({ $id }) => $id)).toEqual(Object.keys(emitted));
});

test.each(Object.entries(emitted))("%s is a draft-07 schema that Ajv compiles in strict mode", (file, schema) => {
  expect(ajv.validateSchema(schema)).toBe(true);
  expect(ajv.getSchema(file)).toBeTypeOf("function");
});

test.each(Object.entries({ ...emitted, ...toControlJsonSchemas() }))(
  "%s has a title, a description, examples and no internal metadata keys",
  (file, schema) => {
    expect(`${schema.title}.json`).toBe(file);
    expect(schema.description).toMatch(/\.$/);
    expect(schema.examples).not.toHaveLength(0);
    for (const key of ["id", "spec", "gap", "public"]) expect(schema).not.toHaveProperty(key);
  },
);

test.each(Object.entries(emitted))("%s cites a section of the specification", (_, schema) => {
  expect(schema.$comment).toMatch(/^Spec [1-9](\.[0-9]+)?(; gap [a-z0-9-]+)?$/);
});

test("the bundle contains every wire schema and compiles in strict mode", () => {
  const other = createAjv();
  other.addSchema(toJsonSchemaBundle());
  for (const name of names) expect(other.getSchema(`bundle.json#/definitions/${name}`), name).toBeTypeOf("function");
});

test("the committed files are up to date; `pnpm emit` regenerates them", () => {
  const committed = readFiles();
  const now = toFiles();
  expect(Object.keys(committed).sort()).toEqual(Object.keys(now).sort());
  for (const [name, text] of Object.entries(now)) expect(committed[name], name).toBe(text);
});

test("the schema of a submit rejects documents and biometrics outside context.subject (spec 4.2, rule 4)", () => {
  const body = {
    instanceId: "instance-00000001",
    interactionId: "person",
    participants: [{ domainElementId: "FullName" }],
  };
  const accepts = (value: object) => ajv.validate("InteractionSubmitRequest.json", value);
  expect(accepts({ ...body, context: { subject: { documents: [] } } })).toBe(true);
  for (const misplaced of [{ documents: [] }, { biometrics: [] }]) {
    expect(accepts({ ...body, ...misplaced })).toBe(false);
    expect(accepts({ ...body, context: misplaced })).toBe(false);
    expect(accepts({ ...body, participants: [{ ...body.participants[0], ...misplaced }] })).toBe(false);
  }
});

test("an image is marked as base64 and may be empty (gap `empty-image`)", () => {
  expect(emitted["Document.json"]?.properties?.side2Image).toMatchObject({ type: "string", contentEncoding: "base64" });
  expect(wireSchemas.get("Document")?.safeParse({ side2Image: "" }).success).toBe(true);
});

const schemas = [...wireSchemas, ...controlSchemas].map(([name, schema]) => ({ name, schema, meta: schema.meta() }));

test.each(schemas)(
  "$name uses its name as its id, has a description, and cites no unknown section or gap",
  ({ name, meta }) => {
    expect(meta?.id).toBe(name);
    expect(meta?.description).toMatch(/^[A-Z].*\.$/);
    if (wireSchemas.has(name)) expect(meta?.spec).toMatch(/^[1-9](\.[0-9]+)?$/);
    if (meta?.gap !== undefined) expect(gapIds).toContain(meta.gap);
  },
);

test.each(schemas)("$name accepts its examples", ({ schema, meta }) => {
  expect(meta?.examples).not.toHaveLength(0);
  for (const example of Object(meta?.examples)) expect(schema.safeParse(example).error?.issues).toBeUndefined();
});

test("no control schema has the same name as a wire schema", () => {
  expect([...controlSchemas.keys()].filter((name) => wireSchemas.has(name))).toEqual([]);
});

test.each([...wireSchemas].map(([name, schema]) => ({ name, schema })))(
  "$name uses only constructs that Zod and Ajv validate in the same way",
  ({ schema }) => {
    expect(forbiddenIn(schema)).toEqual([]);
  },
);

test.each([
  ["a refinement", z.string().refine((text) => text.length > 1), "$: custom"],
  ["a transformation", z.string().transform(Number), "$: pipe"],
  ["a trim", z.string().trim(), "$: overwrite"],
  ["a fallback", z.string().catch(""), "$: catch"],
  ["a record", z.object({ flow: z.record(z.string(), z.null()) }), "$.flow: record"],
  ["a coercion", z.array(z.coerce.date()), "$[]: date"],
  ["a regex with flags", z.looseObject({}).catchall(z.string().regex(/^a$/i)), "$.*: pattern with flags i"],
  ["a regex with a dot", z.union([z.null(), z.string().regex(/^.$/)]), "$|1: pattern that splits astral characters"],
  ["a regex with a negated class", z.string().regex(/^[^@]$/), "$: pattern that splits astral characters"],
  ["a regex with an emoji", z.string().regex(/^😀?$/), "$: pattern with characters beyond ASCII"],
])("`forbiddenIn` finds a construct that Zod and Ajv validate differently: %s", (_, schema, found) => {
  expect(forbiddenIn(schema)).toEqual([found]);
});

/** The paths of the members that have neither a description nor a reference to a schema that has one. */
function undocumented(schema: unknown, path = ""): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const isDescribed = (member: object) => ["description", "allOf", "$ref"].some((key) => Object.hasOwn(member, key));
  return Object.entries(schema).flatMap(([key, part]) => {
    const members = key === "properties" ? Object.entries<object>(part) : [];
    const own = members.filter(([, member]) => !isDescribed(member)).map(([name]) => `${path}/${name}`);
    return key === "examples" ? [] : [...own, ...undocumented(part, `${path}/${key}`)];
  });
}

test.each(Object.entries(toFileJsonSchemas()))("%s describes every member and refers to no other file", (_, schema) => {
  expect(undocumented(schema)).toEqual([]);
  expect(JSON.stringify(schema)).not.toMatch(/"\$ref":"[^#]/);
});

import { expect, test } from "vitest";
import * as z from "zod";
import { forbiddenIn } from "../test/forbidden.ts";
import { gapIds } from "./gaps.ts";
import { publicSchemas } from "./public-schema.ts";

const schemas = [...publicSchemas()].map(([name, { schema, meta }]) => ({ name, schema, meta }));

test.each(schemas)("$name has a section, a description and only known gaps", ({ meta }) => {
  expect(meta.spec).toMatch(/^[1-9](\.[0-9]+)?$/);
  expect(meta.description).toMatch(/^[A-Z].*\.$/);
  if (meta.gap !== undefined) expect(gapIds).toContain(meta.gap);
});

test.each(schemas)("$name holds nothing that zod and ajv judge differently (spec $meta.spec)", ({ schema }) => {
  expect(forbiddenIn(schema)).toEqual([]);
});

test.each([
  ["a refinement", z.string().refine((text) => text.length > 1), "$: custom"],
  ["a transformation", z.string().transform(Number), "$: pipe"],
  ["a trim", z.string().trim(), "$: overwrite"],
  ["a fallback", z.string().catch(""), "$: catch"],
  ["a record", z.object({ flow: z.record(z.string(), z.null()) }), "$.flow: record"],
  ["a coercion", z.array(z.coerce.date()), "$[]: date"],
  ["regex flags", z.looseObject({}).catchall(z.string().regex(/^a$/i)), "$.*: pattern with flags i"],
  ["a dot", z.union([z.null(), z.string().regex(/^.$/)]), "$|1: pattern that splits astral characters"],
  ["a negated class", z.string().regex(/^[^@]$/), "$: pattern that splits astral characters"],
  ["an emoji", z.string().regex(/^😀?$/), "$: pattern with characters beyond ASCII"],
])("the walk finds %s", (_, schema, found) => {
  expect(forbiddenIn(schema)).toEqual([found]);
});

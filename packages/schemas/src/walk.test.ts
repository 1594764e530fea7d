import { expect, test } from "vitest";
import * as z from "zod";
import { childrenOf, mapParts, type Parts, partsOf, unwrap } from "./walk.ts";

const text = z.string();
const flag = z.boolean();
const never = expect.any(z.ZodNever);
const membersOf = (shape: z.core.$ZodShape) => new Map(Object.entries(shape));

const nodes: readonly (readonly [string, z.ZodType, Parts, readonly unknown[]])[] = [
  ["an optional schema", text.optional(), { inner: text }, [text]],
  ["a nullable schema", text.nullable(), { inner: text }, [text]],
  ["a schema with a default", text.default("a"), { inner: text }, [text]],
  ["a readonly schema", text.readonly(), { inner: text }, [text]],
  ["an array", z.array(text).min(1), { entry: text }, [text]],
  ["an object", z.object({ a: text, b: flag }), { members: membersOf({ a: text, b: flag }) }, [text, flag]],
  ["an empty object", z.object({}), { members: new Map() }, []],
  ["a strict object", z.strictObject({ a: text }), { members: membersOf({ a: text }), rest: never }, [text, never]],
  ["a dictionary", z.object({}).catchall(flag), { members: new Map(), rest: flag }, [flag]],
  ["a union", z.union([text, flag]), { options: [text, flag] }, [text, flag]],
];

test.each(nodes)("reads the parts of %s", (_, schema, parts, children) => {
  expect(partsOf(schema)).toEqual(parts);
  expect(childrenOf(schema)).toEqual(children);
  expect(partsOf(schema)).toBe(partsOf(schema));
});

test("reads the options of a discriminated union", () => {
  const [a, b] = [z.object({ type: z.literal("a") }), z.object({ type: z.literal("b"), text })];
  expect(partsOf(z.discriminatedUnion("type", [a, b]))).toEqual({ options: [a, b] });
});

test("finds a member whose name is a member of every object", () => {
  expect(partsOf(z.object({ a: text })).members?.get("constructor")).toBeUndefined();
  expect(partsOf(z.object({ constructor: text })).members?.get("constructor")).toBe(text);
});

// No body uses the kinds after the first line: Zod and JSON Schema treat them differently.
test.each<z.ZodType>([
  ...[text, z.int(), flag, z.enum(["a"]), z.literal("a"), z.null(), z.undefined(), z.unknown(), z.never(), z.any()],
  ...[z.tuple([text]), z.record(text, flag), z.map(text, flag), z.set(text), z.intersection(text, flag)],
  ...[z.lazy(() => text), text.pipe(z.string()), z.promise(text), z.date(), z.bigint(), z.custom()],
])("treats $def.type as a leaf", (leaf) => {
  expect(childrenOf(leaf)).toEqual([]);
  expect(unwrap(leaf)).toBe(leaf);
  expect(mapParts(leaf, () => flag)).toBe(leaf);
});

test("removes every wrapper around a schema, and none inside it", () => {
  const list = z.array(text.optional());
  expect(unwrap(list.nullable().default([]).readonly().optional())).toBe(list);
});

test.each(nodes)("returns %s itself if no part changes, and a copy if all parts change", (_, schema, __, children) => {
  const number = z.number();
  expect(mapParts(schema, (part) => part)).toBe(schema);
  const copy = mapParts(schema, () => number);
  expect(childrenOf(copy)).toEqual(children.map(() => number));
  expect([...(partsOf(copy).members?.keys() ?? [])]).toEqual([...(partsOf(schema).members?.keys() ?? [])]);
});

test("shares the parts that do not change", () => {
  const schema = z.object({ a: z.array(text), b: z.array(flag) });
  const toNumber = (part: z.core.$ZodType): z.core.$ZodType => (part === text ? z.number() : mapParts(part, toNumber));
  const { members } = partsOf(toNumber(schema));
  expect(members?.get("a")).not.toBe(schema.shape.a);
  expect(members?.get("b")).toBe(schema.shape.b);
});

test("keeps the checks of a copy", () => {
  const copy = mapParts(z.array(text).min(2), () => z.number());
  expect([[1], [1, 2], ["a", "b"]].map((value) => z.safeParse(copy, value).success)).toEqual([false, true, false]);
});

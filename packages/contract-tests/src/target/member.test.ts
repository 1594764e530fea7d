import { expect, test } from "vitest";
import { readAt, readList, replaceAt } from "./member.ts";

const body = { errors: [{ code: "4002" }], tasks: [{ taskId: "a" }, { taskId: "b" }], schemas: { one: {} } };

test.each<[string | readonly (string | number)[], unknown]>([
  ["errors[0].code", "4002"],
  ["errors.0.code", "4002"],
  [["errors", 0, "code"], "4002"],
  ["tasks[*].taskId", ["a", "b"]],
  ["schemas[*]", [{}]],
  ["", body],
  [[], body],
  ["errors[1].code", undefined],
  ["tasks[*].nothing", []],
  ["errors[0].code.length", undefined],
  ["toString", undefined],
])("reads %j of a body", (place, value) => {
  expect(readAt(body, place)).toEqual(value);
});

test("reads a list, which is empty where there is none", () => {
  expect(readList(body, "tasks")).toEqual(body.tasks);
  expect(readList(body, "schemas")).toEqual([]);
  expect(readList(undefined, "")).toEqual([]);
});

test.each<[string, unknown, unknown]>([
  ["a.b", 1, { a: { b: 1, c: [1, 2] } }],
  ["a.c[1]", 7, { a: { c: [1, 7] } }],
  ["a.c", undefined, { a: {} }],
  ["x.y", 1, { a: { c: [1, 2] }, x: { y: 1 } }],
  ["", "all", "all"],
])("replaces %j in a copy", (place, replacement, expected) => {
  const original = { a: { c: [1, 2] } };
  expect(replaceAt(original, place, replacement)).toEqual(expected);
  expect(original).toEqual({ a: { c: [1, 2] } });
});

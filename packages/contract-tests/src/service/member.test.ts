import { expect, test } from "vitest";
import { readAt, readList } from "./member.ts";

const body = { errors: [{ code: "4002" }], tasks: [{ taskId: "a" }, { taskId: "b" }], schemas: { one: {} } };

test.each<[string, unknown]>([
  ["errors[0].code", "4002"],
  ["errors.0.code", "4002"],
  ["tasks[*].taskId", ["a", "b"]],
  ["tasks[-1].taskId", "b"],
  ["schemas[-1]", undefined],
  ["schemas[*]", [{}]],
  ["", body],
  ["errors[1].code", undefined],
  ["tasks[*].nothing", []],
  ["errors[0].code.length", undefined],
  ["toString", undefined],
])("reads the value at the path %j in a body", (place, value) => {
  expect(readAt(body, place)).toEqual(value);
});

test("reads a list, or an empty list if there is none", () => {
  expect(readList(body, "tasks")).toEqual(body.tasks);
  expect(readList(body, "schemas")).toEqual([]);
  expect(readList(undefined, "")).toEqual([]);
});

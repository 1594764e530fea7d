import { expect, test } from "vitest";
import { readAt } from "../../service/member.ts";
import {
  absent,
  distinct,
  each,
  filled,
  fits,
  matching,
  members,
  object,
  other,
  renderShape,
  type Shape,
  time,
} from "./shape.ts";

const body = { errors: [{ code: "4002" }], tasks: [{ taskId: "a" }, { taskId: "b" }], schemas: { one: {} } };

test.each<[string, unknown]>([
  ["errors[0].code", "4002"],
  ["tasks[*].taskId", ["a", "b"]],
  ["schemas[*]", [{}]],
  ["", body],
  ["errors[1].code", undefined],
  ["tasks[*].nothing", []],
  ["toString", undefined],
])("reads the value at the path %j in a body", (place, value) => {
  expect(readAt(body, place)).toEqual(value);
});

const list: Shape = { is: "list" };
const key: Shape = { is: "key", of: "schemas", after: "#/" };

test.each<[Shape, readonly unknown[], readonly unknown[]]>([
  ["x", ["x"], ["y", undefined, ["x"]]],
  [[], [[]], [["x"], undefined, {}]],
  [absent, [undefined], [null, "", 0]],
  [filled, ["x", 0, false, ["x"], { x: 1 }], [undefined, null, "", [], {}]],
  [object, [{}, { x: 1 }], [[], null, "x"]],
  [list, [[], ["x"]], [{}, "x", undefined]],
  [time, ["2026-01-01T12:00:00Z", "2026-01-01T12:00:00.000+01:00"], ["2026-01-01", "noon", 1, undefined]],
  [distinct, [[], ["a", "b"]], [["a", "a"], "a", undefined]],
  [matching(/^\d+$/), ["4002"], ["x", 4002, undefined]],
  [other("a"), ["b"], ["a", "", undefined]],
  [members(["a", "b"]), [["b", "a"]], [["a"], ["a", "b", "c"], "ab", undefined]],
  [each("a"), [["a", "a"]], [[], ["a", "b"], "a", undefined]],
  [key, ["#/one"], ["one", "#/two", "#/toString", undefined]],
])("the shape %o accepts matching values and rejects other values", (shape, good, bad) => {
  for (const value of good) expect(fits(shape, value, body), JSON.stringify(value)).toBe(true);
  for (const value of bad) expect(fits(shape, value, body), JSON.stringify(value)).toBe(false);
  expect(renderShape(shape)).toMatch(/\S/);
});

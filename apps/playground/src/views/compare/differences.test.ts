import { expect, test } from "vitest";
import { findDifferences } from "./differences.ts";

test("names the path of each value that differs", () => {
  const first = { status: "Completed", steps: [{ outcome: "Approved" }, { outcome: "Success" }] };
  const second = { status: "Completed", steps: [{ outcome: "Medium Risk" }, { outcome: "Success" }] };
  expect(findDifferences(first, second)).toEqual([
    { path: "steps[0].outcome", first: '"Approved"', second: '"Medium Risk"' },
  ]);
});

test("lists a value that only one body has as a whole, without its ids and times", () => {
  const at = "2026-01-31T09:30:00.000Z";
  expect(findDifferences({ a: { b: 1, c: { at, id: "1" } } }, {})).toEqual([{ path: "a", first: '{"b":1,"c":{}}' }]);
  expect(findDifferences("", { a: null })).toEqual([{ path: "", first: '""', second: '{"a":null}' }]);
  expect(findDifferences([1], {})).toEqual([{ path: "", first: "[1]", second: "{}" }]);
  expect(findDifferences({ steps: [{ a: 1 }] }, { steps: [{ a: 1 }, { a: 2 }] })).toEqual([
    { path: "steps[1]", second: '{"a":2}' },
  ]);
  expect(findDifferences({ at }, {})).toEqual([]);
});

test("ignores differences in ids and times, but not in interaction ids", () => {
  const first = { instanceId: "sim_1", interactionId: "person", at: "2026-01-31T09:30:00.000Z", instance: { id: "1" } };
  const second = {
    instanceId: "sim_2",
    interactionId: "selfie",
    at: "2026-01-31T09:31:00.000Z",
    instance: { id: "2" },
  };
  expect(findDifferences(first, second).map(({ path }) => path)).toEqual(["interactionId"]);
});

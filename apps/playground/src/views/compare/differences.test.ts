import { expect, test } from "vitest";
import { findDifferences } from "./differences.ts";

test("names the path of each value that differs", () => {
  const first = { status: "Completed", steps: [{ outcome: "Approved" }, { outcome: "Success" }] };
  const second = { status: "Completed", steps: [{ outcome: "Medium Risk" }, { outcome: "Success" }] };
  expect(findDifferences(first, second)).toEqual([
    { path: "steps[0].outcome", first: '"Approved"', second: '"Medium Risk"' },
  ]);
});

test("lists values that only one body has", () => {
  expect(findDifferences({ a: { b: 1 } }, {})).toEqual([{ path: "a.b", first: "1" }]);
  expect(findDifferences("", { a: null })).toEqual([
    { path: "", first: '""' },
    { path: "a", second: "null" },
  ]);
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

import type { FaultCondition } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { describeFaultCondition } from "./fault-words.ts";

test.each<[FaultCondition, string]>([
  [{}, "Any request"],
  [{ endpoint: "v2.fetchState", nth: 3 }, "v2.fetchState, request 3"],
  [{ every: 1 }, "Any request, every request"],
  [{ every: 5 }, "Any request, every 5 requests"],
  [{ probability: 0.125 }, "Any request, 12.5 % of the requests"],
  [{ instance: "sim_1", nth: 2 }, "Any request, request 2, instance sim_1"],
  [{ ordinal: 4 }, "Any request, instance 4 of the world"],
])("describes the requests of a fault: %j", (when, words) => {
  expect(describeFaultCondition(when)).toBe(words);
});

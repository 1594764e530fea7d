import { describe, expect, test } from "vitest";
import { describeJournals } from "../../test/journals-suite.ts";
import { createMemoryJournals, createRing } from "./memory.ts";

test("a ring buffer stores the latest entries and continues the numbering after it is cleared", () => {
  const ring = createRing<string>(2, () => 1);
  for (const entry of ["a", "b", "c"]) ring.push(entry);
  expect([ring.first, ring.last, ring.at(1), ring.at(2), ring.at(3), ring.at(4)]).toEqual([
    2,
    3,
    undefined,
    "b",
    "c",
    undefined,
  ]);
  ring.clear();
  expect([ring.first, ring.last, ring.at(3)]).toEqual([4, 3, undefined]);
  expect([ring.push("d"), ring.first, ring.at(4)]).toEqual([undefined, 4, "d"]);
});

test("a ring buffer of size 0 stores nothing", () => {
  const ring = createRing<string>(0, () => 1);
  expect([ring.push("a"), ring.first, ring.at(1)]).toEqual([undefined, 2, undefined]);
});

describe("the journals in memory", () => {
  describeJournals(async (limits) => createMemoryJournals(limits));
});

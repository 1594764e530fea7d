import fc from "fast-check";
import { expect, test } from "vitest";
import { endOfTime, toIso } from "./time.ts";

const instants = fc.oneof(
  fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 }),
  fc.integer({ min: 0, max: endOfTime }),
  fc.double({ min: 0, max: endOfTime, noNaN: true }),
);

test("formats every instant as `Date` does (spec 2.2)", () => {
  fc.assert(
    fc.property(fc.array(instants, { minLength: 1, maxLength: 4 }), (many) => {
      for (const at of many) expect([toIso(at), toIso(at)]).toEqual(Array(2).fill(new Date(at).toISOString()));
    }),
    { numRuns: 2_000 },
  );
});

test("throws for an invalid instant", () => {
  expect(() => toIso(Number.NaN)).toThrow(RangeError);
});

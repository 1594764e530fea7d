import fc from "fast-check";
import { expect, test } from "vitest";
import { advance, type Clock, switchTo, timeOf } from "./clock.ts";
import { endOfTime } from "./time.ts";

const clock: fc.Arbitrary<Clock> = fc.oneof(
  fc.record({ mode: fc.constant("real" as const), shift: fc.integer() }),
  fc.record({ mode: fc.constantFrom("frozen" as const, "auto" as const), at: fc.nat() }),
);

test("advancing a clock moves it forward, never back", () => {
  fc.assert(
    fc.property(clock, fc.nat(), fc.integer(), (one, system, by) => {
      expect(timeOf(advance(one, by), system)).toBe(timeOf(one, system) + Math.max(0, by));
    }),
  );
});

test("changing the mode of a clock does not change the time", () => {
  fc.assert(
    fc.property(
      clock,
      fc.constantFrom("real" as const, "frozen" as const, "auto" as const),
      fc.nat(),
      (one, mode, system) => {
        expect(timeOf(switchTo(one, mode, system), system)).toBe(timeOf(one, system));
      },
    ),
  );
});

test("no clock advances past the year 9999", () => {
  fc.assert(
    fc.property(clock, fc.nat(), (one, system) => {
      expect(timeOf(advance(one, Number.MAX_SAFE_INTEGER), system)).toBe(endOfTime);
    }),
  );
});

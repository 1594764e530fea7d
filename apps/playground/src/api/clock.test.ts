import { expect, test } from "vitest";
import { clockAt } from "./clock.ts";

test.each([
  ["frozen", 5_000, 1_000],
  ["auto", 5_000, 1_000],
  ["real", 5_000, 6_000],
  ["real", -5_000, 1_000],
] as const)("a %s clock that showed 1,000 when it was read %d ms ago shows %d", (mode, age, now) => {
  expect(clockAt(mode, 1_000, age)).toEqual({ mode, now });
});

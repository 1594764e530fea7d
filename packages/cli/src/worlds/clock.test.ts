import { expect, it } from "vitest";
import { parseDuration } from "./clock.ts";

it.each([
  ["0s", 0],
  ["500ms", 500],
  ["90s", 90_000],
  ["10m", 600_000],
  ["24h", 86_400_000],
  ["2d", 172_800_000],
  ["1h30m", 5_400_000],
])("the duration %s is %d milliseconds", (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

it.each(["", "10", "h", "-1h", "1.5h", "1 h", "1H", "1w"])("%j is not a valid duration", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

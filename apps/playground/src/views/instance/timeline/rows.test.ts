import { expect, test } from "vitest";
import { formatAfter, formatSince } from "./rows.ts";

test.each([
  [0, "0 s"],
  [500, "0.5 s"],
  [7_853, "7.853 s"],
  [90_000, "1 min 30 s"],
  [3_600_000, "1 h"],
  [86_402_000, "1 d 2 s"],
])("formats %d ms since the start as %s", (ms, text) => {
  expect(formatSince(ms)).toBe(text);
});

test.each([
  [0, "0.00 s"],
  [5_574, "5.57 s"],
  [86_402_499, "1 d 2 s"],
  [104_471_000, "1 d 5 h"],
])("formats %d ms as %s in a column", (ms, text) => {
  expect(formatAfter(ms)).toBe(text);
});

import { expect, test } from "vitest";
import { formatAge, formatClockTime, formatCount, formatDuration } from "./format.ts";

test("formats the time of day with milliseconds", () => {
  expect(formatClockTime(Date.parse("2026-01-31T02:25:11.810Z"))).toBe("02:25:11.810");
});

test.each([
  [0, "0 ms"],
  [99, "99 ms"],
  [400, "0.4 s"],
  [1_000, "1 s"],
  [2_600, "2.6 s"],
  [90_000, "1.5 min"],
  [7_200_000, "2 h"],
  [432_000_000, "5 d"],
])("formats %d milliseconds as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [-60_000, "just now"],
  [499, "just now"],
  [500, "1 s ago"],
  [59_400, "59 s ago"],
  [7_200_000, "2 h ago"],
])("formats an age of %d milliseconds as %s", (ms, text) => {
  expect(formatAge(ms)).toBe(text);
});

test("formats a count with the singular or plural of a noun", () => {
  expect([1, 0, 1_000].map((count) => formatCount(count, "instance"))).toEqual([
    "1 instance",
    "0 instances",
    "1,000 instances",
  ]);
});

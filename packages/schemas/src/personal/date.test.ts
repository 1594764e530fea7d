import { expect, test } from "vitest";
import { ageAt, parseDate } from "./date.ts";

test("an age increases on the birthday and not before", () => {
  const born = { year: 2008, month: 2, day: 29 };
  expect(ageAt(born, Date.UTC(2026, 1, 28))).toBe(17);
  expect(ageAt(born, Date.UTC(2026, 2, 1))).toBe(18);
  expect(ageAt(born, Date.UTC(2028, 1, 29))).toBe(20);
});

test("parses only dates of the form YYYY-MM-DD (spec 2.8)", () => {
  expect(parseDate("1815-12-10")).toEqual({ year: 1815, month: 12, day: 10 });
  for (const text of ["1815-12-1", "10.12.1815", "", 18151210, undefined]) expect(parseDate(text)).toBeUndefined();
});

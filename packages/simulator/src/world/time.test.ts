import { expect, test } from "vitest";
import { endOfTime, toHttpDate } from "./time.ts";

test("rounds an instant up to an HTTP date, which has a year of four digits", () => {
  expect(toHttpDate(Date.UTC(2026, 0, 1))).toBe("Thu, 01 Jan 2026 00:00:00 GMT");
  expect(toHttpDate(Date.UTC(2026, 0, 1) + 1)).toBe("Thu, 01 Jan 2026 00:00:01 GMT");
  expect(toHttpDate(endOfTime + 86_400_000)).toBe("Fri, 31 Dec 9999 23:59:59 GMT");
});

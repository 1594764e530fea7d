import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limitsFile, toLimitsPage } from "../scripts/limits-page.ts";

test("the page Limits is up to date; `pnpm emit` regenerates it", () => {
  expect(readFileSync(limitsFile, "utf8")).toBe(toLimitsPage());
});

import { expect, test } from "vitest";
import { nameFaultRule } from "./fault.ts";

test("names a rule by its id, or else by its number in the plan", () => {
  expect(["slow", "rules[0]", "rules[11]"].map(nameFaultRule)).toEqual(["rule slow", "rule 1", "rule 12"]);
});

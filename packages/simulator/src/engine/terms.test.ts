import { gapIds, gapOf, presets } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { readingsOf, readingsUnder } from "./terms.ts";

test("an instance stores its world's readings of kind `engine`, except those that its scenario overrides", () => {
  const base = readingsOf(presets.specified);
  const engine = gapIds.filter((id) => gapOf(id).kind === "engine");
  expect(Object.keys(base).toSorted()).toEqual(engine.toSorted());
  expect(engine.length).toBeLessThan(gapIds.length);
  expect(base.retention).toBe(presets.specified.retention);
  expect(readingsOf(presets.specified)).toBe(base);
  expect(readingsUnder(base)({ name: "plain", rules: [] })).toBe(base);
  const scenario = { name: "own", rules: [], readings: { "module-retry": "automatic" } };
  const under = readingsUnder(base)(scenario);
  expect(under).toEqual({ ...base, "module-retry": "automatic" });
  expect(readingsUnder(base)(scenario)).toBe(under);
});

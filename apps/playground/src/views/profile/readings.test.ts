import { gapIds, gapOf, presets } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { differencesFrom, findGaps, nearestPreset, splitGaps, toProfileChange } from "./readings.ts";

const changed = { ...presets.observed, "rate-limit": "none", "module-retry": "recollect" };

test("finds the preset closest to a world's readings", () => {
  expect(nearestPreset(presets.specified)).toBe("specified");
  expect(nearestPreset(changed)).toBe("observed");
  expect(differencesFrom("observed", changed)).toHaveLength(2);
});

test("the simulator restores readings from the nearest preset and the differences", async () => {
  const { profile } = createSimulator().world("acme");
  const change = toProfileChange(changed);
  expect(change).toEqual({ preset: "observed", readings: { "rate-limit": "none", "module-retry": "recollect" } });
  expect((await profile.set(change)).readings).toEqual(changed);
});

test("finds gaps by words in their id or texts", () => {
  expect(findGaps({ text: "RETRY again", kind: "all" })).toContain("module-retry");
  expect(findGaps({ text: "Retry-After", kind: "all" })).toContain("rate-limit");
  expect(findGaps({ text: "section 8", kind: "wire" })).toContain("rate-limit");
  expect(findGaps({ text: "module-retry", kind: "wire" })).toEqual([]);
  expect(findGaps({ text: "module-retry unheard-of", kind: "all" })).toEqual([]);
  expect(findGaps({ text: "", kind: "all" })).toEqual(gapIds);
});

test("lists each gap once: as changed, as open with several readings, or as decided with one reading", () => {
  const { changed: first, open, decided } = splitGaps(gapIds, changed);
  expect(new Set(first)).toEqual(new Set(["rate-limit", "module-retry"]));
  expect(decided.every((id) => Object.keys(gapOf(id).options).length === 1)).toBe(true);
  expect([...first, ...open, ...decided].toSorted()).toEqual(gapIds.toSorted());
});

import { expect, test } from "vitest";
import { gapIds, gapOf } from "../tables/gaps/index.ts";
import { presetNames, presets } from "../tables/profile.ts";
import { ProfileFile } from "./world.ts";

test.each(presetNames)("a profile file can contain every reading of the preset `%s`", (preset) => {
  const file = { $schema: "./ProfileFile.json", preset, readings: presets[preset] };
  expect(ProfileFile.safeParse(file).error?.issues).toBeUndefined();
});

test("the schema of a profile file rejects unknown gaps, readings and presets, and describes each reading", () => {
  const files = [{ readings: { "submit-stats": "ok" } }, { readings: { "submit-status": "fine" } }, { preset: "seen" }];
  expect(files.map((file) => ProfileFile.safeParse(file).success)).toEqual([false, false, false]);
  const { shape } = ProfileFile.shape.readings.unwrap();
  for (const id of gapIds) {
    for (const [reading, answer] of Object.entries(gapOf(id).options)) {
      expect(shape[id]?.unwrap().meta()?.description).toContain(`- \`${reading}\`: ${answer}`);
    }
  }
});

test("a profile file can say what was observed, and when", () => {
  const observed = { status: "found", possible: ["ok"], texts: ["#3 v2.submitInteraction returned 200"] };
  const at = "2026-01-31T09:30:00.000Z";
  const parse = (entry: object) => ProfileFile.safeParse({ evidence: { "submit-status": entry } }).success;
  expect([observed, { ...observed, firstAt: at, lastAt: at }].map(parse)).toEqual([true, true]);
  expect([{ ...observed, status: "shown" }, { ...observed, firstAt: "today" }, {}].map(parse)).toEqual([
    false,
    false,
    false,
  ]);
});

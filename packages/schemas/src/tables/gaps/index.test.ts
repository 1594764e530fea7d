import { expect, expectTypeOf, test } from "vitest";
import { accessGaps } from "./access.ts";
import { type GapId, gapIds, gapOf, gaps, isSwitchable, type Reading } from "./index.ts";
import { interactionGaps } from "./interaction.ts";
import { startingGaps } from "./starting.ts";
import { stateGaps } from "./state.ts";
import { taskGaps } from "./task.ts";

const tables = [startingGaps, interactionGaps, stateGaps, taskGaps, accessGaps];

/** Every section number of the specification. */
const sections = [
  ["1", "2", ...Array.from({ length: 11 }, (_, i) => `2.${i + 1}`), "3", "3.1", "3.2", "3.3"],
  ["4", "4.1", "4.2", "4.3", "4.4", "5", "6", "7", "8", "9"],
].flat();

test("no two gaps in the tables have the same id", () => {
  const ids = tables.flatMap((table) => Object.keys(table));
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  expect(gapIds).toEqual(ids);
});

test.each(gapIds)("gap %s has a kebab-case id, an existing section, a question and a text for each reading", (id) => {
  const { spec, question, options, evidence = "None." } = gapOf(id);
  expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(sections).toContain(spec);
  expect(question).toMatch(/^[A-Z].*\?$/);
  expect(evidence).toMatch(/^[A-Z].*\.$/);
  expect(Object.keys(options)).not.toHaveLength(0);
  for (const [reading, sentence] of Object.entries(options)) {
    expect(reading).toMatch(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/);
    expect(sentence).toMatch(/^\S.*\.$/);
  }
});

test.each(gapIds)("gap %s refers only to existing gaps and readings", (id) => {
  const { options, specified, observed, requires = {} } = gapOf(id);
  expect(Object.keys(options)).toEqual(expect.arrayContaining([specified, observed]));
  for (const [reading, others] of Object.entries(requires)) {
    expect(Object.keys(options)).toContain(reading);
    for (const [other, accepted] of Object.entries(others)) {
      expect(gapIds).toContain(other);
      expect(other).not.toBe(id);
      expect(accepted).not.toHaveLength(0);
      expect(Object.keys(gapOf(other as GapId).options)).toEqual(expect.arrayContaining([...accepted])); // see above
    }
  }
});

test("a gap has a reason in `why` if and only if the gap is not observable", () => {
  for (const id of gapIds) expect([id, gapOf(id).why !== undefined]).toEqual([id, gapOf(id).observable === false]);
});

test("a gap of kind `client` is not observable", () => {
  const ofClients = gapIds.filter((id) => gapOf(id).kind === "client");
  for (const id of ofClients) expect(gapOf(id).observable).toBe(false);
});

test("a gap with only one reading is not switchable, and has the same reading in both presets", () => {
  expect(isSwitchable("version-omitted")).toBe(true);
  expect(isSwitchable("latest-resolution")).toBe(false);
  for (const id of gapIds.filter((one) => !isSwitchable(one))) expect(gapOf(id).observed).toBe(gapOf(id).specified);
});

test("the type `Reading` is the union of a gap's readings", () => {
  expectTypeOf<Reading<"v2-not-enabled">>().toEqualTypeOf<"forbidden" | "not-found">();
  expectTypeOf<Reading<"latest-resolution">>().toEqualTypeOf<"at-start">();
  expect(gaps["v2-not-enabled"].options).toHaveProperty("forbidden");
});

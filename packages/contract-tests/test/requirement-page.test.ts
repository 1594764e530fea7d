import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requirementRows } from "../src/client/requirements.ts";
import { situationRows } from "../src/client/situations.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/src/content/docs/guides/client-suite.md"), "utf8");

test("the guide to the client suite lists every requirement and situation (spec 4.4, 5)", () => {
  for (const [id, { text, spec, strength = "must", situations }] of requirementRows) {
    const shown = situations === "all" ? "all" : situations.join(", ");
    expect(page).toContain(`| \`${id}\` | ${text} | ${spec} | ${strength} | ${shown} |\n`);
  }
  for (const [id, { text }] of situationRows) expect(page).toContain(`| \`${id}\` | ${text} |\n`);
});

test("every requirement lists existing situations, and every situation belongs to a requirement (spec 4.4, 5)", () => {
  const known = [...situationRows.map(([id]) => id), "chosen"];
  const asked = requirementRows.flatMap(([, { situations }]) => (situations === "all" ? [] : situations));
  expect(asked.filter((id) => !known.includes(id))).toEqual([]);
  expect(known.filter((id) => !asked.some((one) => one === id))).toEqual([]);
});

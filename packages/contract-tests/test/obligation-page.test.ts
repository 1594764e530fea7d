import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { obligationRows } from "../src/obligation/obligations.ts";
import { probeRows } from "../src/obligation/probes.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "contract-any-client.md"), "utf8");

test("the page lists every obligation and situation (spec 4.4, 5)", () => {
  for (const [id, { text, spec, strength, probes }] of obligationRows) {
    const shown = probes === "all" ? "all" : probes.filter((one) => one !== "chosen").join(", ");
    expect(page).toContain(`| \`${id}\` | ${text} | ${spec} | ${strength} | ${shown} |\n`);
  }
  for (const [id, { text }] of probeRows) expect(page).toContain(`| \`${id}\` | ${text} |\n`);
});

test("an obligation asks for situations that exist, and every situation is asked for (spec 4.4, 5)", () => {
  const known = [...probeRows.map(([id]) => id), "chosen"];
  const asked = obligationRows.flatMap(([, { probes }]) => (probes === "all" ? [] : probes));
  expect(asked.filter((id) => !known.includes(id))).toEqual([]);
  // The token that is revoked is there for what is printed then, which concerns every situation.
  expect(known.filter((id) => !asked.some((one) => one === id))).toEqual(["revoked-token"]);
});

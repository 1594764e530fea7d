import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conditionRows } from "../src/client/conditions.ts";
import { requirementRows } from "../src/client/requirements.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/src/content/docs/guides/client-checks.md"), "utf8");

/** The cells of every row of the page's tables whose first cell is an id. */
const rows = page
  .split("\n")
  .filter((line) => /^\| `[a-z0-9-]+` \|/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(" | ")
      .map((cell) => cell.trim()),
  );

test("the page of the client check lists every requirement, in order and in its words (spec 4.4, 5)", () => {
  const expected = requirementRows.map(([id, { text, spec, strength = "must", conditions }]) => [
    `\`${id}\``,
    text,
    spec,
    strength,
    conditions?.join(", ") ?? "all",
  ]);
  expect(rows.filter(({ length }) => length === 5)).toEqual(expected);
});

test("the page of the client check lists every condition, in order and in its words (spec 4.4, 5)", () => {
  const expected = conditionRows.map(([id, { text }]) => [`\`${id}\``, text]);
  expect(rows.filter(([id, , ...others]) => others.length === 0 && id !== "`custom`")).toEqual(expected);
});

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gapIds, gapOf, ruleIds, ruleOf } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const skipped = ["node_modules", "dist", "json", ".turbo", ".report"];

/** Sections of the specification. */
const sections = [
  ...["1", "2", "3", "4", "5", "6", "7", "8", "9"],
  ...Array.from({ length: 11 }, (_, i) => `2.${i + 1}`),
  ...["3.1", "3.2", "3.3", "4.1", "4.2", "4.3", "4.4"],
];

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.includes(entry.name) ? [] : filesBelow(path);
    return /\.(ts|md)$/.test(entry.name) ? [path] : [];
  });
}

const texts = ["packages", "apps", "examples", "docs"]
  .flatMap((folder) => filesBelow(join(root, folder)))
  .filter((path) => path !== import.meta.filename)
  .map((path) => ({ path: relative(root, path).replaceAll("\\", "/"), text: readFileSync(path, "utf8") }));

/** Everything but the rows of the tables themselves. */
const users = texts.filter(({ path }) => !/^packages\/schemas\/src\/tables\/(rules|gaps)\//.test(path));

/** Every match of a pattern's first group in all texts, with its file. */
const findAll = (pattern: RegExp) =>
  texts.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, found = ""]) => ({ path, found })));

test("every section of the specification that the sources cite exists", () => {
  const cited = findAll(/\b[Ss]pec ((?:\d+(?:\.\d+)?)(?:, \d+(?:\.\d+)?)*)/g).flatMap(({ path, found }) =>
    found.split(", ").map((section) => ({ path, section })),
  );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ section }) => !sections.includes(section))).toEqual([]);
});

test("every gap that the sources cite exists", () => {
  const cited = findAll(/\b[Gg]aps? `([a-z0-9-]+)`/g);
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ found }) => !(gapIds as readonly string[]).includes(found))).toEqual([]);
});

const isCited = (id: string) => users.some(({ text }) => text.includes(`"${id}"`) || text.includes(`\`${id}\``));

test("code or tests cite every rule that a request can test", () => {
  const silent = ruleIds.filter((id) => ruleOf(id).observable === false);
  for (const id of silent) expect(ruleOf(id).why, id).toMatch(/\S/);
  expect(ruleIds.filter((id) => !silent.includes(id) && !isCited(id))).toEqual([]);
});

test("code or tests cite every gap", () => {
  expect(gapIds.filter((id) => !isCited(id))).toEqual([]);
});

test("every rule and gap refers to an existing section", () => {
  expect(ruleIds.filter((id) => !sections.includes(ruleOf(id).spec))).toEqual([]);
  expect(gapIds.filter((id) => !sections.includes(gapOf(id).spec))).toEqual([]);
});

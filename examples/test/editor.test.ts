import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { openInEditor } from "./editor.ts";

const simulator = createSimulator();
const load = async (address: string): Promise<string> => (await simulator.fetch(new Request(address))).text();
const open = (schema: string, members: string) =>
  openInEditor(
    "file:///project/file.json",
    `{ "$schema": "http://127.0.0.1:4010/_sim/schemas/${schema}.json", ${members} }`,
    load,
  );

const files = [
  ["Scenario", `"name": "a", "rules": [{ "when": { "module": "|" }, "then": {} }]`, `"Liveness"`, ""],
  ["Scenario", `"name": "a", "rules": [{ "when": { "|": 1 }, "then": {} }]`, "attempt", /^How many times/],
  [
    "FaultPlan",
    `"rules": [{ "when": { "endpoint": "|" }, "then": { "type": "dropResponse" } }]`,
    `"v2.fetchState"`,
    "",
  ],
  ["FaultPlan", `"rules": [{ "when": {}, "then": { "type": "|" } }]`, `"dropResponse"`, ""],
  ["FaultPlan", `"rules": [{ "when": {}, "then": { "type": "truncate", "|": 1 } }]`, "characters", /^Number of char/],
  ["JourneyDefinition", `"|": 1`, "segments", /order/],
  ["ProfileFile", `"preset": "observed", "readings": { "|": 1 }`, "submit-status", /^Which status/],
  ["ProfileFile", `"preset": "observed", "readings": { "submit-status": "|" }`, `"created"`, ""],
] as const;

test.each(files)("in a %s file, at the | in %s, an editor offers %s", async (schema, members, label, documentation) => {
  const { offers } = await open(schema, members);
  expect([...offers.keys()]).toContain(label);
  expect(offers.get(label)).toMatch(documentation);
});

test.each([
  ["Scenario", `"name": "a", "rules": []|`],
  ["FaultPlan", `"rules": [{ "when": { "nth": 1 }, "then": { "type": "dropResponse" } }]|`],
  ["ProfileFile", `"preset": "observed"|`],
])("an editor finds no problem in a valid %s file: %s", async (schema, members) => {
  expect((await open(schema, members)).problems).toEqual([]);
});

test.each([
  ["Scenario", `"name": "a", "rules": [], "othewise": {}|`, "Property othewise is not allowed."],
  [
    "FaultPlan",
    `"rules": [{ "when": { "nht": 1 }, "then": { "type": "dropResponse" } }]|`,
    "Property nht is not allowed.",
  ],
  ["ProfileFile", `"readings": { "submit-statsu": "ok" }|`, "Property submit-statsu is not allowed."],
])("an editor reports a misspelt member in a %s file: %s", async (schema, members, problem) => {
  expect((await open(schema, members)).problems).toEqual([problem]);
});

const root = dirname(dirname(import.meta.dirname));
const documented = globSync(["docs/src/content/docs/**/*.{md,mdx}", "packages/*/README.md"], { cwd: root }).flatMap(
  (file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^```json.*\n(\{\s*"\$schema"[\s\S]*?)^```$/gm)].map(
      ([, text = ""]) => [file, text] as const,
    ),
);

test.each(documented)("an editor finds no problem in this JSON file from %s: %s", async (_, text) => {
  const { problems } = await openInEditor("file:///project/file.json", `${text}|`, (address) => {
    const name = new URL(address).pathname.split("/").at(-1);
    return load(`http://127.0.0.1:4010/_sim/schemas/${name}`);
  });
  expect(problems).toEqual([]);
});

test("the documentation contains at least one JSON file with a `$schema`", () => {
  expect(documented).not.toHaveLength(0);
});

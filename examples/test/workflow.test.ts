import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ciFiles, readJobs } from "./jobs.ts";

const root = join(import.meta.dirname, "../..");
const actionsIn = (file: string): readonly string[] => [
  ...new Set(readFileSync(join(root, file), "utf8").match(/(?<=uses: )\S+@[0-9a-f]{40} # v\S+/g)),
];

test.each([
  ["examples/ci/github/journeys.yml", ["actions/checkout", "actions/setup-node", "actions/upload-artifact"]],
  ["action.yml", ["actions/setup-node", "actions/upload-artifact"]],
])("%s pins its actions, and to the versions in our own workflow", (file, names) => {
  expect(actionsIn(file).map((action) => action.replace(/@.*/, ""))).toEqual(names);
  const own = actionsIn(".github/workflows/ci.yml");
  for (const action of actionsIn(file)) if (!action.includes("upload-artifact")) expect(own).toContain(action);
});

test.each(ciFiles)("%s has the same jobs as the other files, for a client in TypeScript and one in Python", (file) => {
  const { typescript = [], python = [], ...others } = readJobs(root, file);
  expect(others).toEqual({});
  const flags = "--profile profile.json";
  expect(typescript.map((step) => step.replace(/(?<=--seconds 300).*?(?= -- )/, ""))).toEqual([
    "npm ci",
    `npx journey exec ${flags} --latency 0 --share journey-runs -- npm test`,
    `npx journey client ${flags} --seconds 300 -- node scripts/run-journey.ts`,
  ]);
  expect(python.map((step) => step.replace(/(?<=--seconds 300).*?(?= -- )/, ""))).toEqual([
    "npm ci",
    `npx journey client ${flags} --seconds 300 -- python3 client.py`,
  ]);
  for (const step of [...typescript, ...python].filter((one) => one.includes("journey client")))
    expect(step).toMatch(/ --share journey-runs .*--junit \w+\.xml /);
});

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ClientAdapter } from "@journey-kit/contract-tests";
import { createWorldTest, describeClient } from "@journey-kit/contract-tests/vitest";
import { expect } from "vitest";
import { checkAge, createClient } from "./client.js";

const adapter: ClientAdapter = {
  connect: (settings) => {
    const client = createClient(settings);
    return {
      runJourney: async ({ subject }) => {
        const { outcome } = await checkAge(client, { DateOfBirth: subject.identity?.dateOfBirth });
        return { conclusion: outcome };
      },
    };
  },
};
const subject = { identity: { dateOfBirth: "1990-12-10" } };
const run = { resourceId: "age-check@latest", apiVersion: "v2", subject } as const;

describeClient("the client of this application", adapter, { run });

const test = createWorldTest();

test("a test has a separate world and can check which rules its requests covered (spec 4.1)", async ({ world }) => {
  expect((await checkAge(createClient(world.settings), { DateOfBirth: "1990-12-10" })).outcome).toBe("accept");
  await expect(world).toHaveCoveredRule("access-token-is-bearer");
});

test("this project imports every entry point of every package", () => {
  const imported = ["entries", "node-entries"]
    .map((name) => readFileSync(new URL(`./${name}.js`, import.meta.url), "utf8"))
    .join("");
  const require = createRequire(import.meta.url);
  for (const name of ["client", "contract-tests", "schemas", "simulator"]) {
    const { exports }: { exports: object } = require(`@journey-kit/${name}/package.json`);
    const entries = Object.keys(exports).filter((entry) => !/\.json$|\*/.test(entry)); // the others are files
    for (const entry of entries) expect(imported).toContain(`"@journey-kit/${name}${entry.slice(1)}"`);
  }
});

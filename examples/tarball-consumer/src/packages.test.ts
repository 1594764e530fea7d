import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const program = join(import.meta.dirname, "..", "node_modules", ".bin", "journey");
const require = createRequire(import.meta.url);

test.each(["client", "contract-tests", "schemas", "simulator"])(
  "every entry point of the package %s can be imported",
  async (name) => {
    const { exports }: { exports: object } = require(`@journey-kit/${name}/package.json`);
    const entries = Object.keys(exports).filter((entry) => !/\.json$|\*/.test(entry)); // the others are files
    for (const entry of entries) expect(await import(`@journey-kit/${name}${entry.slice(1)}`)).not.toEqual({});
  },
);

test("journey-kit contains the JSON Schema for scenario files", () => {
  expect(require("journey-kit/json/Scenario.json")).toMatchObject({ title: "Scenario" });
});

test("journey serves the built-in journeys, the playground and its files", async () => {
  const server = spawn(program, ["serve", "--port", "0", "--log", "json"]);
  try {
    const [lines] = await once(server.stdout, "data");
    const { url }: { url: string } = JSON.parse(String(lines).split("\n", 1)[0] ?? "");
    expect(await (await fetch(`${url}/_sim/journeys`)).text()).toContain('"age-check"');
    const page = await (await fetch(`${url}/`)).text();
    expect(page).toContain('data-target="server"');
    const files = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect((await fetch(`${url}/${file}`)).status).toBe(200);
  } finally {
    server.kill();
  }
});

test("journey reports a requirement that a program meets", async () => {
  const command = [process.execPath, "--experimental-strip-types", "src/program.ts"]; // Node 22.18 needs no flag
  const args = ["client", "--only", "error-means-failed", "--min", "1", "--", ...command];
  const { stdout } = await run(program, args);
  expect(stdout).toMatch(/^pass +error-means-failed/m);
});

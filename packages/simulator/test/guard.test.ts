import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";

const here = dirname(import.meta.dirname);
const root = join(here, "..", "..");
const scratch = mkdtempSync(join(here, ".scratch-"));

afterAll(() => rmSync(scratch, { recursive: true }));

function writeScratch(name: string, text: string): void {
  const file = join(scratch, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function runTool(name: string, args: readonly string[], cwd: string): string {
  const run = spawnSync(join(root, "node_modules", ".bin", name), args, { cwd, encoding: "utf8" });
  return run.stdout + run.stderr;
}

describe("the type check of the pure rooms", () => {
  const violations = {
    fetches: `fetch("/");`,
    waits: `setTimeout(() => {}, 1);`,
    "reads-the-environment": `process.exit(1);`,
    "measures-time": `performance.now();`,
    "draws-chance": `crypto.randomUUID();`,
    "opens-files": `import "node:fs";`,
  };

  test("knows no fetch, no timer, no process, no platform", () => {
    for (const [name, text] of Object.entries(violations)) writeScratch(`types/${name}.ts`, `${text}\nexport {};\n`);
    writeScratch("types/computes.ts", "export const total = [1, 2].toSorted().length;\n");
    writeScratch("types/tsconfig.json", `{ "extends": "../../tsconfig.pure.json", "include": ["*.ts"] }`);
    const output = runTool("tsc", ["-p", "types/tsconfig.json", "--pretty", "false"], scratch);
    const found = [...output.matchAll(/^types\/(.+)\.ts\(.*error/gm)].map(([, name]) => name);
    expect(found.toSorted()).toEqual(Object.keys(violations).toSorted());
  });
});

describe("the boundaries between rooms", () => {
  const refused = {
    "machine/calls-http.ts": `import { a } from "../http/answer.ts";\na();`,
    "machine/re-exports-projection.ts": `export { a } from "../projection/v2.ts";`,
    "machine/imports-later.ts": `export const a = import("../store/memory.ts");`,
    "machine/imports-node.ts": `import { a } from "node:fs";\na();`,
    "machine/imports-hono.ts": `import { a } from "hono";\na();`,
    "machine/builds-a-date.ts": "export const a = new Date();",
    "machine/reaches-around.ts": "export const a = globalThis;",
    "machine/v1.ts": `import { a } from "./v2.ts";\na();`,
    "machine/v2-submit.ts": `import { a } from "./v1-update.ts";\na();`,
    "projection/v2.ts": `import { a } from "../machine/v1.ts";\na();`,
    "projection/calls-http.ts": `import { a } from "../http/answer.ts";\na();`,
    "projection/reads-dates.ts": "export const a = new Date(0);",
    "world/calls-machine.ts": `import { a } from "../machine/result.ts";\na();`,
    "store/calls-http.ts": `import { a } from "../http/answer.ts";\na();`,
    "journeys/calls-store.ts": `import { a } from "../store/memory.ts";\na();`,
    "http/answer.ts": `import { a } from "hono";\na();`,
    "http/calls-node.ts": `import { a } from "../node/serve.ts";\na();`,
    "index.ts": `import { a } from "./node/serve.ts";\na();`,
  };
  const allowed = {
    "machine/stays-home.ts": `import { a } from "./result.ts";\nimport { routes } from "@journey-kit/schemas/routes";\na(routes);`,
    "projection/iso.ts": "export const a = new Date(0);",
    "projection/v1.ts": `import { a } from "../machine/v1.ts";\na();`,
    "machine/reads-the-world.ts": `import { draw } from "../world/draw.ts";\ndraw();`,
    "http/hono.ts": `import { a } from "hono";\nimport { b } from "../store/store.ts";\na(b);`,
    "node/serve.ts": `import { a } from "node:http";\nimport { b } from "../http/answer.ts";\na(b);`,
  };

  test("refuse every import and every global that a room may not have, and nothing else", () => {
    copyFileSync(join(root, "biome.json"), join(scratch, "biome.json"));
    for (const [name, text] of Object.entries({ ...refused, ...allowed })) {
      writeScratch(`packages/simulator/src/${name}`, `${text}\n`);
    }
    const args = ["lint", "--vcs-enabled=false", "--reporter=github", "--max-diagnostics=none", "."];
    const output = runTool("biome", args, scratch);
    const found = [...output.matchAll(/noRestricted\w+,file=.*?\/simulator\/src\/([^,]+)/g)].map(([, name]) => name);
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(refused).toSorted());
  });
});

describe("a test of a pure room", () => {
  test("cannot read the clock or draw chance", () => {
    expect(() => Date.now()).toThrow("time arrives in the command");
    expect(() => Math.random()).toThrow("draws come from the instance's seed");
  });

  test("still gets seeds from fast-check", () => {
    fc.assert(fc.property(fc.integer(), (each) => Number.isInteger(each)));
  });
});

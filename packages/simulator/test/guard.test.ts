import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { layersFile, renderLayers } from "../../../scripts/layers.ts";

const here = dirname(import.meta.dirname);
const root = join(here, "..", "..");
const scratch = mkdtempSync(join(here, ".scratch-"));

afterAll(() => rmSync(scratch, { recursive: true }));

function writeScratch(name: string, text: string): void {
  const file = join(scratch, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function runTool(path: string, args: readonly string[], cwd: string): string {
  const run = spawnSync(process.execPath, [join(root, "node_modules", path), ...args], { cwd, encoding: "utf8" });
  return run.stdout + run.stderr;
}

/** Puts the names of files below a folder. */
const below = (folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

describe("the type check", () => {
  const violations = {
    fetches: `fetch("/");`,
    waits: `setTimeout(() => {}, 1);`,
    "reads-the-environment": `process.exit(1);`,
    "measures-time": `performance.now();`,
    "draws-chance": `crypto.randomUUID();`,
    "opens-files": `import "node:fs";`,
  };

  test("the type check of the pure layers rejects fetch, timers, the process and platform APIs", () => {
    for (const [name, text] of Object.entries(violations)) writeScratch(`types/${name}.ts`, `${text}\nexport {};\n`);
    writeScratch("types/computes.ts", "export const total = [1, 2].toSorted().length;\n");
    writeScratch("types/tsconfig.json", `{ "extends": "../../tsconfig.pure.json", "include": ["*.ts"] }`);
    const output = runTool("typescript/bin/tsc", ["-p", "types/tsconfig.json", "--pretty", "false"], scratch);
    const found = [...output.matchAll(/^types\/(.+)\.ts\(.*error/gm)].map(([, name]) => name);
    expect(found.toSorted()).toEqual(Object.keys(violations).toSorted());
  });
});

describe("the boundaries between layers", () => {
  const refused = {
    ...below("packages/simulator/src", {
      "world/calls-the-engine.ts": `import { a } from "../engine/result.ts";\na();`,
      "engine/calls-the-api.ts": `import { a } from "../api/app.ts";\na();`,
      "engine/re-exports-render.ts": `export { a } from "../render/v2.ts";`,
      "engine/imports-later.ts": `export const a = import("../store/memory.ts");`,
      "engine/imports-node.ts": `import { a } from "node:fs";\na();`,
      "engine/imports-hono.ts": `import { a } from "hono";\na();`,
      "engine/builds-a-date.ts": "export const a = new Date();",
      "engine/reaches-around.ts": "export const a = globalThis;",
      "render/calls-the-api.ts": `import { a } from "../api/app.ts";\na();`,
      "render/reads-dates.ts": "export const a = new Date(0);",
      "store/calls-the-api.ts": `import { a } from "../api/app.ts";\na();`,
      "journeys/calls-the-store.ts": `import { a } from "../store/memory.ts";\na();`,
      "journal/calls-the-journeys.ts": `import { a } from "../journeys/catalog.ts";\na();`,
      "context/calls-control.ts": `import { a } from "../control/world.ts";\na();`,
      "control/calls-the-api.ts": `import { a } from "../api/app.ts";\na();`,
      "control/imports-hono.ts": `import { a } from "hono";\na();`,
      "api/imports-node.ts": `import { a } from "../node/serve.ts";\na();`,
      "api/routes/imports-node.ts": `import { a } from "node:crypto";\na();`,
      "index.ts": `import { a } from "./node/serve.ts";\na();`,
    }),
    ...below("packages/schemas/src", {
      "tables/calls-the-schemas.ts": `import { a } from "../wire/state.ts";\na();`,
      "tables/imports-zod.ts": `import { a } from "zod";\na();`,
      "wire/calls-control.ts": `import { a } from "../control/world.ts";\na();`,
      "control/calls-emit.ts": `import { a } from "../emit/openapi.ts";\na();`,
      "emit/calls-a-report.ts": `import { a } from "../report/table.ts";\na();`,
      "report/calls-emit.ts": `import { a } from "../emit/openapi.ts";\na();`,
      "report/imports-node.ts": `import { a } from "node:fs";\na();`,
    }),
    ...below("packages/client/src", {
      "types/calls-a-run.ts": `import { a } from "../run/v2.ts";\na();`,
      "recover/makes-a-call.ts": `import { a } from "../call/call.ts";\na();`,
      "call/waits.ts": `import { a } from "../wait/poll.ts";\na();`,
      "wait/calls-a-run.ts": `import { a } from "../run/v2.ts";\na();`,
      "run/migrates.ts": `import { a } from "../migrate/start.ts";\na();`,
      "migrate/makes-a-call.ts": `import { a } from "../call/call.ts";\na();`,
      "errors.ts": `import { a } from "./call/call.ts";\na();`,
    }),
    ...below("packages/contract-tests/src", {
      "service/calls-a-case.ts": `import { a } from "../server/cases/cases.ts";\na();`,
      "arbitraries/calls-the-model.ts": `import { a } from "../server/model/model.ts";\na();`,
      "server/cases/calls-the-client.ts": `import { a } from "../../client/conditions.ts";\na();`,
      "server/model/calls-a-case.ts": `import { a } from "../cases/cases.ts";\na();`,
      "server/calibrate/calls-the-model.ts": `import { a } from "../model/model.ts";\na();`,
      "client/calls-the-model.ts": `import { a } from "../server/model/model.ts";\na();`,
      "client/starts-a-simulator.ts": `import { a } from "@journey-kit/simulator";\na();`,
      "client/imports-node.ts": `import { a } from "node:fs";\na();`,
      "pact/imports-the-simulator.ts": `import { a } from "@journey-kit/simulator";\na();`,
    }),
    ...below("packages/cli/src", {
      "terminal/calls-a-world.ts": `import { a } from "../worlds/control.ts";\na();`,
      "simulator/calls-a-world.ts": `import { a } from "../worlds/control.ts";\na();`,
      "worlds/checks-a-client.ts": `import { a } from "../client/inputs.ts";\na();`,
      "client/checks-a-server.ts": `import { a } from "../server/find-readings.ts";\na();`,
      "server/checks-a-client.ts": `import { a } from "../client/inputs.ts";\na();`,
    }),
    ...below("apps/playground/src", {
      "text/calls-the-api.ts": `import { a } from "../api/target.ts";\na();`,
      "commands/calls-text.ts": `import { a } from "../text/time.ts";\na();`,
      "api/shows-a-button.ts": `import { a } from "../ui/button.tsx";\na();`,
      "ui/opens-a-dialog.ts": `import { a } from "../dialogs/start/start-dialog.tsx";\na();`,
      "drafts/calls-the-layout.ts": `import { a } from "../layout/sidebar.tsx";\na();`,
      "layout/opens-a-dialog.ts": `import { a } from "../dialogs/start/start-dialog.tsx";\na();`,
      "dialogs/shows-a-view.ts": `import { a } from "../views/home/home.tsx";\na();`,
      "views/faults/shows-a-view.ts": `import { a } from "../home/home.tsx";\na();`,
    }),
  };
  const allowed = {
    ...below("packages/simulator/src", {
      "world/time.ts": "export const a = new Date(0);",
      "engine/stays-home.ts": `import { a } from "./result.ts";\nimport { endpoints } from "@journey-kit/schemas/endpoints";\na(routes);`,
      "engine/reads-the-world.ts": `import { draw } from "../world/random.ts";\ndraw();`,
      "render/v1.ts": `import { a } from "../engine/v1.ts";\na();`,
      "control/reads-the-context.ts": `import { a } from "../context/context.ts";\na();`,
      "api/app.ts": `import { a } from "hono";\nimport { b } from "../store/store.ts";\na(b);`,
      "node/serve.ts": `import { a } from "node:http";\nimport { b } from "../api/app.ts";\na(b);`,
    }),
    ...below("packages/schemas/src", {
      "tables/routes.ts": `import { a } from "./paths.ts";\na();`,
      "wire/subject/subject.ts": `import { a } from "../../meta.ts";\na();`,
      "control/world.ts": `import { a } from "zod";\nimport { b } from "../tables/profile.ts";\na(b);`,
      "emit/openapi.ts": `import { a } from "../wire/token.ts";\nimport { b } from "../index.ts";\na(b);`,
    }),
    ...below("packages/client/src", {
      "types/v2.ts": `import { a } from "@journey-kit/schemas";\na();`,
      "migrate/start.ts": `import { a } from "../types/v2.ts";\na();`,
      "run/v2.ts": `import { a } from "../wait/poll.ts";\na();`,
    }),
    ...below("packages/contract-tests/src", {
      "server/cases/case.ts": `import { a } from "../../service/target.ts";\na();`,
      "server/model/model.ts": `import { a } from "fast-check";\nimport { b } from "../../arbitraries/subject.ts";\na(b);`,
      "server/calibrate/runner.ts": `import { a } from "../cases/cases.ts";\na();`,
      "service/start-simulator.ts": `import { a } from "@journey-kit/simulator";\na();`,
      "program.ts": `import { a } from "node:child_process";\na();`,
    }),
    ...below("packages/cli/src", {
      "worlds/try.ts": `import { a } from "../simulator/prepare.ts";\nimport { b } from "../terminal/files.ts";\na(b);`,
      "client/inputs.ts": `import { a } from "@journey-kit/contract-tests";\nimport { b } from "../worlds/reach.ts";\na(b);`,
    }),
    ...below("apps/playground/src", {
      "dialogs/start/start-dialog.tsx": `import { a } from "../../layout/sidebar.tsx";\na();`,
    }),
  };

  test("the linter refuses every forbidden import and global, and nothing else", () => {
    copyFileSync(join(root, "biome.json"), join(scratch, "biome.json"));
    writeScratch("scripts/layers.jsonc", renderLayers());
    for (const [name, text] of Object.entries({ ...refused, ...allowed })) {
      writeScratch(name, `${text}\n`);
    }
    const args = ["lint", "--vcs-enabled=false", "--reporter=github", "--max-diagnostics=none", "."];
    const output = runTool("@biomejs/biome/bin/biome", args, scratch);
    const found = [...output.matchAll(/noRestricted\w+,file=.*?\/\.scratch-\w+\/([^,]+)/g)].map(([, name]) => name);
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(refused).toSorted());
  });

  test("the overrides of the linter are those of the table of layers; `pnpm emit` regenerates them", () => {
    expect(readFileSync(layersFile, "utf8"), "Run `pnpm emit`.").toBe(renderLayers());
  });

  test("the files of v1 and v2 do not import each other, so that either version can be deleted", () => {
    const apiVersions = { v1: /from "\.\.?\/(.*\/)?v2\.ts"/, v2: /from "\.\.?\/(.*\/)?v1\.ts"/ };
    for (const [apiVersion, other] of Object.entries(apiVersions)) {
      for (const layer of ["engine", "render", "api/routes"]) {
        expect(readFileSync(join(here, "src", layer, `${apiVersion}.ts`), "utf8")).not.toMatch(other);
      }
    }
  });
});

describe("tests of pure layers", () => {
  test("a test of a pure layer cannot read the clock or draw random numbers", () => {
    expect(() => Date.now()).toThrow("take the time from the command");
    expect(() => Math.random()).toThrow("draw from the instance's seed");
  });

  test("a test of a pure layer can use fast-check", () => {
    fc.assert(fc.property(fc.integer(), (each) => Number.isInteger(each)));
  });
});

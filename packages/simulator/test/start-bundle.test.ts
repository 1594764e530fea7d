import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { sourceCondition } from "../../../vitest.shared.ts";

const here = join(import.meta.dirname, "..");

let outputs: Metafile["outputs"];
beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: [join(here, "src", "node", "cli", "main.ts")],
    outdir: join(here, "dist"),
    absWorkingDir: here,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: [sourceCondition, "module"],
  });
  outputs = metafile.outputs;
});

/** The sources in the file of an entry point, and in the files that it imports at once. */
function sourcesOf(entryPoint: string): readonly string[] {
  const files = new Set(Object.keys(outputs).filter((file) => outputs[file]?.entryPoint === entryPoint));
  for (const file of files) {
    for (const { path, kind } of outputs[file]?.imports ?? []) {
      if (kind === "import-statement" && path in outputs) files.add(path);
    }
  }
  return [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
}

const heavy =
  /node_modules\/(zod|@prometheus-io|@noble|hono\/dist\/hono)|schemas\/src\/(wire|control|emit)\/|src\/(control|store|engine\/commands)/;

it("the program starts without Zod, Hono, the engine and the schemas, which only the service loads", () => {
  const start = ["src/node/cli/main.ts", "src/node/cli/process.ts"].flatMap(sourcesOf);
  expect(start).toContain("src/node/cli/serve.ts");
  expect(start.filter((source) => heavy.test(source))).toEqual([]);
  const service = sourcesOf("src/service.ts");
  expect(
    ["zod", "hono-base", "wire", "engine/commands"].filter((part) => !service.some((one) => one.includes(part))),
  ).toEqual([]);
});

it("the service starts without the handlers and schemas of the control API, which only control requests load", () => {
  const control = /schemas\/src\/control\/|src\/control\/world|control-handlers/;
  expect(sourcesOf("src/service.ts").filter((source) => control.test(source))).toEqual([]);
  expect(sourcesOf("src/api/routes/control-handlers.ts").some((source) => control.test(source))).toBe(true);
});

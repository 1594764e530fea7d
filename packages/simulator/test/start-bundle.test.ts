import type { OutputChunk } from "rolldown";
import { beforeAll, expect, it } from "vitest";
import { buildProgram } from "../scripts/program.ts";

let chunks: readonly OutputChunk[];
beforeAll(async () => {
  chunks = await buildProgram();
});

/** The files of the bundle that load with a source: its own file, and the files that it imports at once. */
function filesOf(source: string): readonly OutputChunk[] {
  const files = new Set(chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(source)));
  for (const { imports } of files) for (const each of chunks) if (imports.includes(each.fileName)) files.add(each);
  return [...files];
}

/** The sources in these files. */
const sourcesOf = (source: string): readonly string[] => filesOf(source).flatMap(({ moduleIds }) => moduleIds);

const heavy =
  /node_modules\/(zod|@prometheus-io|@noble|hono\/dist\/hono)|schemas\/src\/(wire|control|emit)\/|src\/(control|store|engine\/commands)/;

it("the program starts without Zod, Hono, the engine and the schemas, which only the service loads", () => {
  const start = ["src/node/cli/main.ts", "src/node/cli/process.ts"].flatMap(sourcesOf);
  expect(start.filter((source) => source.endsWith("src/node/cli/serve.ts"))).toHaveLength(1);
  expect(start.filter((source) => heavy.test(source))).toEqual([]);
  const service = sourcesOf("src/service.ts");
  expect(
    ["zod", "hono-base", "wire", "engine/commands"].filter((part) => !service.some((one) => one.includes(part))),
  ).toEqual([]);
});

it("the program starts with one large file, and does not load it again for the service", () => {
  const large = (source: string) => filesOf(source).filter(({ code }) => code.length > 2_000);
  const start = large("src/node/cli/process.ts");
  expect(start).toHaveLength(1);
  expect(large("src/service.ts")).toEqual(expect.arrayContaining(start));
});

it("the service starts without the handlers and schemas of the control API, which only control requests load", () => {
  const control = /schemas\/src\/control\/|src\/control\/world|control-handlers/;
  expect(sourcesOf("src/service.ts").filter((source) => control.test(source))).toEqual([]);
  expect(sourcesOf("src/api/routes/control-handlers.ts").some((source) => control.test(source))).toBe(true);
});

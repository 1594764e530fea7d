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

it("serve starts without the handlers and schemas of the control API, which only control requests load", () => {
  const control = /schemas\/src\/control\/|src\/control\/world|control-handlers/;
  expect(sourcesOf("src/simulator/listen.ts").filter((source) => control.test(source))).toEqual([]);
  expect(sourcesOf("src/api/routes/control-handlers.ts").some((source) => control.test(source))).toBe(true);
});

it("serve and exec start without the tools of mcp, which only their first call loads", () => {
  const tools = /@modelcontextprotocol\/|\/src\/mcp\//;
  for (const source of ["src/simulator/listen.ts", "src/simulator/exec.ts", "src/commands.ts"])
    expect(sourcesOf(source).filter((one) => tools.test(one))).toEqual([]);
  expect(sourcesOf("src/mcp/http.ts").some((one) => tools.test(one))).toBe(true);
});

it("serve and exec start without the kit, which only the journeys of a client load", () => {
  const kit = /packages\/contract-tests\//;
  for (const source of ["src/simulator/listen.ts", "src/simulator/exec.ts"]) {
    expect(sourcesOf(source).some((one) => one.endsWith("src/simulator/hints.ts"))).toBe(true);
    expect(sourcesOf(source).filter((one) => kit.test(one))).toEqual([]);
  }
  expect(sourcesOf("contract-tests/src/traffic.ts").some((one) => kit.test(one))).toBe(true);
});

it("serve and exec start without OpenTelemetry, which only --otlp loads", () => {
  const tracing = /node_modules\/@opentelemetry\/|node\/traces\.ts$/;
  for (const source of ["src/simulator/listen.ts", "src/simulator/exec.ts"])
    expect(sourcesOf(source).filter((one) => tracing.test(one))).toEqual([]);
  expect(sourcesOf("src/simulator/traces.ts").some((one) => tracing.test(one))).toBe(true);
});

it("a start without a command to run loads neither the service, nor the kit, nor a schema", () => {
  const later = /node_modules\/(zod|hono|fast-check)\/|packages\/(simulator|contract-tests)\//;
  for (const source of ["src/process.ts", "src/commands.ts"])
    expect(sourcesOf(source).filter((one) => later.test(one))).toEqual([]);
  expect(sourcesOf("src/client/check-client.ts").some((one) => later.test(one))).toBe(true);
});

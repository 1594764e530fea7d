import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { sourceCondition } from "../../../vitest.shared.ts";

/** Bundles a program as an application would, for any platform; returns its gzipped size and its source files. */
async function bundle(program: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    mainFields: ["module", "main"],
    conditions: [sourceCondition, "module"],
  });
  const inputs = Object.keys(metafile.inputs);
  return {
    size: gzipSync(outputFiles[0]?.contents ?? "").length,
    hasZod: inputs.some((file) => file.includes("/zod/")),
  };
}

// Measured: 5.0 KB, of which retries and lost submits are 1.8 KB. A page that starts a journey must not notice the
// client; a validator alone would be 25 KB. There is no room left: an addition has to replace something.
const ceiling = 5 * 1024;
const core =
  "ApiError, AuthError, ConnectionError, createJourneyClient, JourneyError, TimeoutError, UnknownOutcomeError";

test(`its core is at most ${ceiling} bytes minified and gzipped, including paths and tokens, without zod`, async () => {
  const { size, hasZod } = await bundle(`export { ${core} } from "../src/index.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(ceiling);
});

// Measured: 8.8 KB, of which waiting is 1.4 KB and v2 runs with their element table 2.4 KB. Waiting or running by hand
// costs an application more.
const wholeCeiling = 9 * 1024;

test(`its whole index, with waiting and v2 runs, is at most ${wholeCeiling} bytes minified and gzipped, without zod`, async () => {
  const { size, hasZod } = await bundle(`export * from "../src/index.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(wholeCeiling);
});

// Measured: 0.9 KB more. Few applications still drive v1, so this is a separate entry that v1's removal removes.
const v1Ceiling = 1024;

test(`v1 adds at most ${v1Ceiling} bytes to that, without zod`, async () => {
  const { size } = await bundle(`export * from "../src/index.ts";`);
  const both = await bundle(`export * from "../src/index.ts"; export * from "../src/v1.ts";`);
  expect(both.hasZod).toBe(false);
  expect(both.size - size).toBeLessThanOrEqual(v1Ceiling);
});

// Measured: 2.2 KB, of which the control plane rows are 0.8 KB. Tests load it; pages rarely do.
const controlCeiling = 3 * 1024;

test(`its control is at most ${controlCeiling} bytes minified and gzipped, without zod`, async () => {
  const { size, hasZod } = await bundle(`export * from "../src/control.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(controlCeiling);
});

// Measured: 4.4 KB, including endpoints and elements. An application loads it while migrating, even in a page.
const migrateCeiling = 5 * 1024;

test(`its migration is at most ${migrateCeiling} bytes minified and gzipped, without zod`, async () => {
  const { size, hasZod } = await bundle(`export * from "../src/migrate.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(migrateCeiling);
});

test("the size check detects zod", async () => {
  const { size, hasZod } = await bundle(
    `export * from "../src/index.ts"; export { StartResponse } from "@journey-kit/schemas";`,
  );
  expect(hasZod).toBe(true);
  expect(size).toBeGreaterThan(wholeCeiling);
});

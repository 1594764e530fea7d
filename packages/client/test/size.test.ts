import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { sourceCondition } from "../../../vitest.shared.ts";

/** Bundles a program as an application would. Returns the gzipped size, and whether the bundle contains Zod. */
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

// Measured: 5.0 KB, of which retries and lost submits are 1.8 KB. The client should be a small part of any page; a
// validator alone would be 25 KB. No room is left, so new code must replace existing code.
const ceiling = 5 * 1024;
const core =
  "ApiError, AuthError, ConnectionError, createJourneyClient, JourneyError, TimeoutError, UnknownOutcomeError";

test(`without polling and \`runJourney\`, the client is at most ${ceiling} bytes, minified and gzipped, and does not contain Zod`, async () => {
  const { size, hasZod } = await bundle(`export { ${core} } from "../src/index.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(ceiling);
});

// Measured: 9.0 KB, of which waiting is 1.4 KB, and v2 runs with their element table are 2.4 KB. An application that
// implements both itself would need more.
const wholeCeiling = 9 * 1024;

test(`with polling and \`runJourney\`, the whole index is at most ${wholeCeiling} bytes, minified and gzipped, and does not contain Zod`, async () => {
  const { size, hasZod } = await bundle(`export * from "../src/index.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(wholeCeiling);
});

// Measured: 1.0 KB more. Few applications still use v1, so v1 has a separate entry.
const v1Ceiling = 1024;

test(`the entry point \`v1\` adds at most ${v1Ceiling} bytes to the index, and does not add Zod`, async () => {
  const { size } = await bundle(`export * from "../src/index.ts";`);
  // A namespace, because `export *` drops names that both entries export.
  const both = await bundle(`export * from "../src/index.ts"; export * as v1 from "../src/v1.ts";`);
  expect(both.hasZod).toBe(false);
  expect(both.size - size).toBeLessThanOrEqual(v1Ceiling);
});

// Measured: 2.7 KB, of which the table of control API endpoints is 0.9 KB. Tests and the playground load this entry.
const controlCeiling = 3 * 1024;

test(`the entry point \`control\` is at most ${controlCeiling} bytes, minified and gzipped, and does not contain Zod`, async () => {
  const { size, hasZod } = await bundle(`export * from "../src/control.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(controlCeiling);
});

// Measured: 4.4 KB, including the tables of endpoints and elements. An application may load this entry in a page.
const migrateCeiling = 5 * 1024;

test(`the entry point \`migrate\` is at most ${migrateCeiling} bytes, minified and gzipped, and does not contain Zod`, async () => {
  const { size, hasZod } = await bundle(`export * from "../src/migrate.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(migrateCeiling);
});

test("the size check detects Zod", async () => {
  const { size, hasZod } = await bundle(
    `export * from "../src/index.ts"; export { StartResponse } from "@journey-kit/schemas";`,
  );
  expect(hasZod).toBe(true);
  expect(size).toBeGreaterThan(wholeCeiling);
});

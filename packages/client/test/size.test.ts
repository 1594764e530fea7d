import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { sourceCondition } from "../../../vitest.shared.ts";

/** Bundles a program as an application would, for any platform; gives its gzipped size and the files it is made of. */
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

// Measured: 5.0 KB, of which retries, what became of a lost submit, and the tripwire are 1.9 KB. A page that starts a
// journey must not notice the client; a validator alone would be 25 KB. Whoever needs more asks what a call weighs it for.
const ceiling = 5 * 1024;
const core = "ApiError, AuthError, createJourneyClient, TimeoutError, UnknownOutcomeError";

test(`its core weighs at most ${ceiling} bytes minified and gzipped, paths and tokens included, and holds no zod`, async () => {
  const { size, hasZod } = await bundle(`export { ${core} } from "../src/index.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(ceiling);
});

// Measured: 9.0 KB, of which waiting is 1.9 KB, and the driver of v2 with its table of elements 2.2 KB. Whoever waits or
// drives writes less for it than this weighs. There is no room left: what is added has to take the place of something.
const wholeCeiling = 9 * 1024;

test(`weighs at most ${wholeCeiling} bytes minified and gzipped with everything in its index, and holds no zod`, async () => {
  const { size, hasZod } = await bundle(`export * from "../src/index.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(wholeCeiling);
});

// Measured: 0.9 KB more. Few drive v1 still, and it goes with v1: so it is an entry of its own.
const v1Ceiling = 1024;

test(`the driver of v1 adds at most ${v1Ceiling} bytes to that, and holds no zod`, async () => {
  const { size } = await bundle(`export * from "../src/index.ts";`);
  const both = await bundle(`export * from "../src/index.ts"; export * from "../src/v1.ts";`);
  expect(both.hasZod).toBe(false);
  expect(both.size - size).toBeLessThanOrEqual(v1Ceiling);
});

// Measured: 2.2 KB, of which the rows of the control plane are 0.8 KB. Tests carry it, pages seldom do.
const controlCeiling = 3 * 1024;

test(`its control weighs at most ${controlCeiling} bytes minified and gzipped, and holds no zod`, async () => {
  const { size, hasZod } = await bundle(`export * from "../src/control.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(controlCeiling);
});

// Measured: 4.4 KB, endpoints and elements included. An application carries it while it moves, in a page too.
const migrateCeiling = 5 * 1024;

test(`its migration weighs at most ${migrateCeiling} bytes minified and gzipped, and holds no zod`, async () => {
  const { size, hasZod } = await bundle(`export * from "../src/migrate.ts";`);
  expect(hasZod).toBe(false);
  expect(size).toBeLessThanOrEqual(migrateCeiling);
});

test("the check of its size sees zod when it is there", async () => {
  const { size, hasZod } = await bundle(
    `export * from "../src/index.ts"; export { StartResponse } from "@journey-kit/schemas";`,
  );
  expect(hasZod).toBe(true);
  expect(size).toBeGreaterThan(wholeCeiling);
});

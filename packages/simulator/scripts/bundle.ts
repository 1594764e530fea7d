// Bundles the command line program into one file, because one file starts three times as fast as a tree of sources.
// Builds only when a source, a dependency's version or this script changed.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestSources, makeUnlessFresh } from "../../../scripts/digest.ts";

const here = dirname(import.meta.dirname);
const root = join(here, "..", "..");
const entry = join(here, "src", "node", "cli", "main.ts");
const output = join(here, "dist", "bin", "journey-sim.js");

const digest = digestSources(
  [import.meta.filename, join(here, "package.json"), join(root, "pnpm-lock.yaml")],
  [join(here, "src"), join(root, "packages", "schemas", "src")],
);

await makeUnlessFresh(output, digest, async () => {
  const { build } = await import("esbuild");
  mkdirSync(dirname(output), { recursive: true });
  await build({
    entryPoints: [entry],
    outfile: output,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["@journey-kit/source", "module"],
    minifySyntax: true,
    legalComments: "eof",
    logLevel: "warning",
  });
});

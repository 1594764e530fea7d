import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";

const simulator = join(import.meta.dirname, "../packages/simulator");

/** The published command line program. */
export const program = join(simulator, "dist/bin/journey-sim.js");

/** A bare server to compare the start with, bundled the same way. */
export const hello = join(import.meta.dirname, "dist/hello.js");

/** Bundles both programs. */
export async function bundle(): Promise<void> {
  const made = spawnSync(process.execPath, [join(simulator, "scripts/bundle.ts")], { stdio: "inherit" });
  if (made.status !== 0) throw new Error("The command line program could not be bundled.");
  await build({
    entryPoints: [join(import.meta.dirname, "programs/hello.ts")],
    outfile: hello,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    minifySyntax: true,
    logLevel: "warning",
  });
}

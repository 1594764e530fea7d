import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";

const simulator = join(import.meta.dirname, "../packages/simulator");
const output = join(import.meta.dirname, "dist");

/** The published command-line program. */
export const program = join(simulator, "dist/bin/journey-sim.js");

/** The bare servers that the simulator is compared with, bundled in the same way. */
export const bareNode = join(output, "bare-node.js");
export const bareHono = join(output, "bare-hono.js");

/** Bundles all programs. */
export async function bundle(): Promise<void> {
  const made = spawnSync(process.execPath, [join(simulator, "scripts/bundle.ts")], { stdio: "inherit" });
  if (made.status !== 0) throw new Error("The command line program could not be bundled.");
  await build({
    entryPoints: ["bare-node.ts", "bare-hono.ts"].map((file) => join(import.meta.dirname, "programs", file)),
    outdir: output,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    minifySyntax: true,
    logLevel: "warning",
  });
}

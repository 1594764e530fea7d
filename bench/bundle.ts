import { spawnSync } from "node:child_process";
import { basename, join } from "node:path";
import { build } from "rolldown";
import { options, outputOptions } from "../packages/cli/scripts/program.ts";

const cli = join(import.meta.dirname, "../packages/cli");
const output = join(import.meta.dirname, "dist");

/** The published command-line program. */
export const program = join(cli, "dist/bin/journey.js");

/** The bare servers that the simulator is compared with, bundled in the same way. */
export const bareNode = join(output, "bare-node.js");
export const bareHono = join(output, "bare-hono.js");

/** Bundles all programs. */
export async function bundle(): Promise<void> {
  const made = spawnSync(process.execPath, [join(cli, "scripts/bundle.ts")], { stdio: "inherit" });
  if (made.status !== 0) throw new Error("The command line program could not be bundled.");
  for (const file of [bareNode, bareHono]) {
    const source = join(import.meta.dirname, "programs", `${basename(file, ".js")}.ts`);
    await build({ ...options, input: source, output: { ...outputOptions, file } });
  }
}

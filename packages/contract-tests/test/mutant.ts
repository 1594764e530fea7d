import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RuleId } from "@journey-kit/schemas/rules";
import type { createSimulator } from "@journey-kit/simulator";
import { build, type Plugin } from "esbuild";
import { sourceCondition } from "../../../vitest.shared.ts";

const simulator = join(import.meta.dirname, "..", "..", "simulator", "src");

/** One thing that is wrong with a machine: an expression of its source, and what stands there instead. */
export interface Mutant {
  /** What is broken, in words. */
  readonly fault: string;
  /** A file of `packages/simulator/src/engine`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The rule whose cases find it, or the model where it takes a sequence that no case has. */
  readonly foundBy: RuleId | "model";
}

/**
 * Bundles the simulator with one expression replaced, or as it is, and loads the bundle; nothing is written anywhere.
 *
 * @throws {Error} When the file does not hold the expression exactly once.
 */
export async function loadSimulator(mutant?: Mutant): Promise<typeof createSimulator> {
  const { outputFiles } = await build({
    entryPoints: [join(simulator, "index.ts")],
    bundle: true,
    format: "esm",
    target: "node22",
    write: false,
    conditions: [sourceCondition, "module"],
    logLevel: "silent",
    plugins: mutant === undefined ? [] : [plant(mutant)],
  });
  const [bundle] = outputFiles;
  const address = `data:text/javascript;base64,${Buffer.from(bundle?.contents ?? []).toString("base64")}`;
  const loaded: { readonly createSimulator: typeof createSimulator } = await import(/* @vite-ignore */ address);
  return loaded.createSimulator;
}

const plant = ({ file, from, to }: Mutant): Plugin => ({
  name: "mutant",
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`/engine/${file.replaceAll(".", "\\.")}$`) }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const times = source.split(from).length - 1;
      if (times !== 1) throw new Error(`${file} holds ${JSON.stringify(from)} ${times} times instead of once.`);
      return { contents: source.replace(from, () => to), loader: "ts" };
    });
  },
});

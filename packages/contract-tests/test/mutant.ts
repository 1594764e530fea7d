import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PresetName } from "@journey-kit/schemas/profile";
import type { RuleId } from "@journey-kit/schemas/rules";
import type { createSimulator } from "@journey-kit/simulator";
import { build, type Plugin } from "esbuild";
import { sourceCondition } from "../../../vitest.shared.ts";

const simulator = join(import.meta.dirname, "..", "..", "simulator", "src");

/** One thing that is wrong with a machine: an expression of its source, and what stands there instead. */
export interface Mutant {
  /** What is broken, in words. */
  readonly fault: string;
  /** A file of `packages/simulator/src/engine`, or a path below `packages/simulator/src`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The rule whose cases find it, or the model where it takes a sequence that no case has. */
  readonly foundBy: RuleId | "model";
  /** The profile under which the cases find it; default `specified`. */
  readonly under?: PresetName;
}

/**
 * Bundles the simulator with one expression replaced, or as it is, and loads the bundle. Writes no file. The packages
 * that the simulator imports stay outside the bundle, so that all mutants share one copy of them.
 *
 * @throws {Error} When there is no such file, or it does not hold the expression exactly once.
 */
export async function loadSimulator(mutant?: Mutant): Promise<typeof createSimulator> {
  let planted = mutant === undefined;
  const plant: Plugin = {
    name: "mutant",
    setup({ onLoad }) {
      if (mutant === undefined) return;
      const { file, from, to } = mutant;
      const below = file.includes("/") ? file : `engine/${file}`;
      onLoad({ filter: new RegExp(`/src/${below.replaceAll(".", "\\.")}$`) }, async ({ path }) => {
        const source = await readFile(path, "utf8");
        const times = source.split(from).length - 1;
        if (times !== 1) throw new Error(`${file} holds ${JSON.stringify(from)} ${times} times instead of once.`);
        planted = true;
        return { contents: source.replace(from, () => to), loader: "ts" };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: [join(simulator, "index.ts")],
    bundle: true,
    format: "esm",
    target: "node22",
    write: false,
    conditions: [sourceCondition, "module"],
    logLevel: "silent",
    plugins: [packagesByAddress, plant],
  });
  if (!planted) throw new Error(`The simulator has no file ${mutant?.file}.`);
  const [bundle] = outputFiles;
  const address = `data:text/javascript;base64,${Buffer.from(bundle?.contents ?? []).toString("base64")}`;
  const loaded: { readonly createSimulator: typeof createSimulator } = await import(/* @vite-ignore */ address);
  return loaded.createSimulator;
}

/** The addresses of packages, found once for all mutants. */
const addresses = new Map<string, string>();

/** Leaves packages outside the bundle, by file address: a bundle that is a `data:` address cannot resolve a name. */
const packagesByAddress: Plugin = {
  name: "packages-by-address",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path: name, kind, resolveDir, pluginData }) => {
      if (pluginData === "resolved" || isBuiltin(name)) return undefined;
      const known = addresses.get(name);
      if (known !== undefined) return { path: known, external: true };
      const { path, errors } = await resolve(name, { kind, resolveDir, pluginData: "resolved" });
      if (errors.length > 0) return { errors };
      addresses.set(name, pathToFileURL(path).href);
      return { path: pathToFileURL(path).href, external: true };
    });
  },
};

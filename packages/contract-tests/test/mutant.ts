import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PresetName, RuleId } from "@journey-kit/schemas/tables";
import type { createSimulator } from "@journey-kit/simulator";
import { build, type Plugin } from "esbuild";
import { sourceCondition } from "../../../vitest.shared.ts";

const simulator = join(import.meta.dirname, "..", "..", "simulator", "src");

/** A fault in the simulator: an expression in its source code, and the replacement. */
export interface Mutant {
  /** A description of the fault, used in test titles. */
  readonly fault: string;
  /** A file of `packages/simulator/src/engine`, or a path below `packages/simulator/src`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The rule whose cases find the fault, or `model` if only a sequence of commands finds it. */
  readonly foundBy: RuleId | "model";
  /** The profile under which the cases find the fault; default `specified`. */
  readonly under?: PresetName;
}

const pathOf = ({ file }: Mutant): string => (file.includes("/") ? file : `engine/${file}`);

/**
 * Reads the file of a mutant, with the expression replaced.
 *
 * @throws {Error} When the file does not exist, or does not contain the expression exactly once.
 */
export async function readMutated(mutant: Mutant): Promise<string> {
  const { file, from, to } = mutant;
  const source = await readFile(join(simulator, pathOf(mutant)), "utf8").catch(() => {
    throw new Error(`The simulator has no file ${file}.`);
  });
  const times = source.split(from).length - 1;
  if (times !== 1) throw new Error(`${file} contains ${JSON.stringify(from)} ${times} times instead of once.`);
  return source.replace(from, () => to);
}

/**
 * Bundles the simulator, with one expression replaced if there is a mutant, and loads it. Writes no file. The bundle
 * does not contain the packages that the simulator imports, so all mutants share one copy of them.
 *
 * @throws {Error} When the file does not exist, or does not contain the expression exactly once.
 */
export async function loadSimulator(mutant?: Mutant): Promise<typeof createSimulator> {
  const contents = mutant && (await readMutated(mutant));
  const plant: Plugin = {
    name: "mutant",
    setup({ onLoad }) {
      if (mutant === undefined || contents === undefined) return;
      const filter = new RegExp(`/src/${pathOf(mutant).replaceAll(".", "\\.")}$`);
      onLoad({ filter }, () => ({ contents, loader: "ts" }));
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
  const [bundle] = outputFiles;
  const address = `data:text/javascript;base64,${Buffer.from(bundle?.contents ?? []).toString("base64")}`;
  const loaded: { readonly createSimulator: typeof createSimulator } = await import(/* @vite-ignore */ address);
  return loaded.createSimulator;
}

/** The addresses of packages, resolved once for all mutants. */
const addresses = new Map<string, string>();

/** Keeps packages external by file URL, because a bundle in a `data:` URL cannot resolve package names. */
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

import { join } from "node:path";
import { type BuildOptions, build, type OutputChunk, type OutputOptions } from "rolldown";
import { builtIns } from "./built-ins.ts";

/** How a program for Node is bundled. The benchmark bundles its servers in the same way. */
export const options = { platform: "node", transform: { target: "node22" } } as const satisfies BuildOptions;

/** How a bundle is written: without unused code, but readable, because stack traces show its lines. */
export const outputOptions = {
  format: "esm",
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  comments: { jsdoc: false },
} as const satisfies OutputOptions;

const folder = join(import.meta.dirname, "..");

/**
 * Bundles the command-line program. What every start needs is in one file, because Node loads one large file faster than
 * many small ones. What only some commands need is in other files, which load when the command runs.
 *
 * @param dir Folder to write to; without it, nothing is written.
 * @returns The files of the bundle.
 */
export async function buildProgram(dir?: string): Promise<readonly OutputChunk[]> {
  const built = await build({
    ...options,
    cwd: folder,
    // Pact's verifier runs in a process of its own, and what `watch` observes in a thread.
    input: {
      journey: join(folder, "src", "main.ts"),
      "verify-process": join(folder, "src", "server", "verify-process.ts"),
      "observation-thread": join(folder, "src", "traffic", "observation-thread.ts"),
    },
    external: [/^@pact-foundation\//], // the user installs it, if it is needed
    // Rolldown adds "import" or "require": `require` must not get an ES module of a package that has both.
    resolve: { conditionNames: ["@journey-kit/source", "module"] },
    plugins: [builtIns],
    write: dir !== undefined,
    output: {
      ...outputOptions,
      ...(dir !== undefined && { dir }),
      chunkFileNames: "[name]-[hash].js",
      // One file for what every command needs, and one for what `serve` needs: a module and everything that it imports.
      // A table that `serve` shares is in neither, so that a command which uses the table does not load the service.
      codeSplitting: {
        groups: [
          { name: "start", test: /[\\/]src[\\/]process\.ts$/, priority: 2 },
          { name: "tables", test: /[\\/]schemas[\\/]src[\\/]tables[\\/]/, minShareCount: 2, priority: 1 },
          { name: "serve", test: /[\\/]simulator[\\/]listen\.ts$/ },
        ],
      },
    },
  });
  return built.output.filter((file) => file.type === "chunk");
}

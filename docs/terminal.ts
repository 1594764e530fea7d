import { join } from "node:path";
import type { ViteUserConfig } from "astro";

const standIns = join(import.meta.dirname, "src/terminal/node.ts");

/** How the worker that runs the examples of a page is bundled: from the sources of the packages, without Node. */
export const terminal: ViteUserConfig = {
  resolve: { conditions: ["@journey-kit/source", "module", "browser", "development|production"] },
  worker: {
    format: "es",
    plugins: () => [
      {
        name: "stand-ins-for-node",
        enforce: "pre",
        resolveId(source, importer) {
          if (source === "node:events") return this.resolve("events/", importer);
          return source.startsWith("node:") ? standIns : undefined;
        },
      },
    ],
    rolldownOptions: {
      shimMissingExports: true,
      // The other commands need files, ports or programs. No example with a button uses them.
      external: (id, importer) =>
        /\/cli\/src\/(program|commands)\.ts$/.test(importer ?? "") &&
        /^\.\/(?!worlds|terminal|commands)/.test(id) &&
        !id.endsWith("/flags.ts"),
    },
  },
};

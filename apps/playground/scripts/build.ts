// Builds the page into `dist`. With a folder as its argument, copies the page there, for the program that serves it. With
// `--run` and a file, copies only the page that shows a saved run.
// Builds only when a source, a dependency's version or this script changed.
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { digestSources, makeUnlessFresh } from "../../../scripts/digest.ts";

const here = dirname(import.meta.dirname);
const root = join(here, "..", "..");
const output = join(here, "dist");
const { values, positionals } = parseArgs({ allowPositionals: true, options: { run: { type: "string" } } });
const [copy] = positionals;

const digest = digestSources(
  [
    import.meta.filename,
    ...["index.html", "run.html", "package.json", "vite.config.ts", "vite.run.config.ts"].map((name) =>
      join(here, name),
    ),
    join(root, "pnpm-lock.yaml"),
  ],
  [
    join(here, "src"),
    join(here, "public"),
    ...["client", "schemas", "simulator"].map((name) => join(root, "packages", name, "src")),
  ],
);

await makeUnlessFresh(output, digest, async () => {
  process.env.NODE_ENV = "production"; // Vite and React keep any other value, such as the one that a test runner sets
  const { build } = await import("vite");
  await build({ root: here, logLevel: "warn" });
  await build({ root: here, logLevel: "warn", configFile: join(here, "vite.run.config.ts") });
});

if (values.run !== undefined) cpSync(join(output, "run.html"), values.run);
if (copy !== undefined) {
  await makeUnlessFresh(copy, digest, async () => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(output, copy, { recursive: true });
  });
}

// Builds the page, and puts it next to the bundled program, which serves it at `/`.
// Builds only when a source, a dependency's version or this script changed.
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestSources, makeUnlessFresh } from "../../../scripts/digest.ts";

const here = dirname(import.meta.dirname);
const root = join(here, "..", "..");
const served = join(root, "packages", "simulator", "dist", "playground");

const digest = digestSources(
  [
    import.meta.filename,
    ...["index.html", "package.json", "vite.config.ts"].map((name) => join(here, name)),
    join(root, "pnpm-lock.yaml"),
  ],
  [
    join(here, "src"),
    join(here, "public"),
    ...["client", "schemas", "simulator"].map((name) => join(root, "packages", name, "src")),
  ],
);

await makeUnlessFresh(served, digest, async () => {
  process.env.NODE_ENV = "production"; // Vite and React keep any other value, such as the one that a test runner sets
  const { build } = await import("vite");
  await build({ root: here, logLevel: "warn", build: { emptyOutDir: true } });
  rmSync(served, { recursive: true, force: true });
  cpSync(join(here, "dist"), served, { recursive: true });
});

// Bundles the command-line program: a bundle starts three times as fast as a tree of sources.
// Builds only when a source, a dependency's version or a script changed.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestSources, makeUnlessFresh } from "../../../scripts/digest.ts";

const here = dirname(import.meta.dirname);
const root = join(here, "..", "..");
const output = join(here, "dist", "bin", "journey.js");

/** The guides, which `mcp` serves as resources. */
const guides = join(root, "docs", "src", "content", "docs", "guides");

const digest = digestSources(
  [
    ...[join(here, "package.json"), join(root, "pnpm-lock.yaml")],
    ...readdirSync(guides).map((file) => join(guides, file)),
  ],
  [
    import.meta.dirname,
    ...["cli", "schemas", "client", "simulator", "contract-tests"].map((name) => join(root, "packages", name, "src")),
  ],
);

await makeUnlessFresh(output, digest, async () => {
  const { buildProgram } = await import("./program.ts");
  rmSync(dirname(output), { recursive: true, force: true });
  cpSync(guides, join(dirname(output), "guides"), { recursive: true });
  const chunks = await buildProgram(dirname(output));
  const files = chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => id.replaceAll("\\", "/")); // Windows uses backslashes
  writeFileSync(join(dirname(output), "licenses.md"), formatLicences(files));
});

/** Formats the licences of the packages that the bundle contains, as Vite does for the playground. */
function formatLicences(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const sections = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    const title = `## ${name} - ${version} (${license})`;
    return [title, ...texts.map((file) => readFileSync(join(folder, file), "utf8").trim())].join("\n\n");
  });
  return `# Licenses\n\nThe program bundles these packages:\n\n${sections.toSorted().join("\n\n")}\n`;
}

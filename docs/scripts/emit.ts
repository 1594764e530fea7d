// Generates pages of the reference from the tables of the packages.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { toPages } from "../pages/index.ts";
import { toFile } from "../pages/markdown.ts";

const folder = join(import.meta.dirname, "../src/content/docs");

for (const page of toPages()) {
  const file = join(folder, `${page.path}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, toFile(page));
}

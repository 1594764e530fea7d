// Writes the TypeScript blocks of the documentation to files, which the type check of the workspace reads.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { snippets, toFileName } from "./documents.ts";

const folder = join(import.meta.dirname, "..", ".report", "snippets");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const snippet of snippets) writeFileSync(join(folder, toFileName(snippet)), snippet.text);

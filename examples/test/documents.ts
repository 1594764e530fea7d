import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Block, type Snippet, toBlocks, toSnippets } from "./snippet.ts";

const root = join(import.meta.dirname, "..", "..");

/** The documents whose blocks are checked, by their path in the repository. */
export const documents: readonly string[] = globSync(
  ["README.md", "packages/*/{README,SKILL}.md", "docs/src/content/docs/**/*.{md,mdx}"],
  { cwd: root },
)
  .map((file) => file.replaceAll("\\", "/"))
  .toSorted();

/** Reads the fenced blocks of a document. */
export const readBlocks = (file: string): readonly Block[] => toBlocks(file, readFileSync(join(root, file), "utf8"));

/** The TypeScript programs of all documents. */
export const snippets: readonly Snippet[] = documents.flatMap((file) => toSnippets(readBlocks(file)));

/** The name of the file that contains a program, such as `README-12.ts`. */
export const toFileName = ({ place }: Snippet): string =>
  `${place.replace(/\.mdx?:/, "-").replaceAll(/[^\w-]/g, "-")}.ts`;

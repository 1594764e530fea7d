import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, parse } from "node:path";

/** A guide of the documentation, as plain Markdown. */
export interface Guide {
  /** Name of its file, such as `quick-start`. */
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  readonly text: string;
}

/** The folder next to the bundled program, or the one in a clone. */
const folders = ["guides", "../../../../docs/src/content/docs/guides"];

let read: Promise<readonly Guide[]> | undefined;

/** Reads every guide once, in alphabetical order. */
export function readGuides(): Promise<readonly Guide[]> {
  read ??= readFolder();
  return read;
}

async function readFolder(): Promise<readonly Guide[]> {
  const folder = folders.map((each) => join(import.meta.dirname, each)).find(existsSync) ?? "";
  const files = readdirSync(folder).toSorted();
  return Promise.all(
    files.map(async (file) => parseGuide(parse(file).name, await readFile(join(folder, file), "utf8"))),
  );
}

/** Reads a page of the documentation: its fields, and its text without imports and components. */
export function parseGuide(name: string, source: string): Guide {
  const [all = "", fields = ""] = /^---\n(.*?)\n---\n/s.exec(source) ?? [];
  const field = (key: string): string =>
    new RegExp(`^${key}: (.*)$`, "m").exec(fields)?.[1]?.replace(/^"(.*)"$/, "$1") ?? "";
  const text = source
    .slice(all.length)
    .replace(/^\s*(import .*\n)+/, "")
    .replaceAll(/^ *<[A-Z]\w* [^>]*?(?:alt|aria-label)="([^"]*)"[^>]*>$/gm, "Picture: $1")
    .replaceAll(/^ *<\/?(?:[A-Z]\w*|fig\w+)[^>]*>\n?/gm, "");
  return { name, title: field("title"), description: field("description"), text: text.trim() };
}

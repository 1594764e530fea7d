import { readdirSync, statSync } from "node:fs";
import { CommandError } from "./command-error.ts";
import { endings } from "./source.ts";

/** Folders that hold what others wrote, or what was made of sources. */
const skippedAlways: readonly string[] = ["node_modules", "dist", ".git"];

/**
 * Names the sources of a folder, in the order of the alphabet, or the one file that it is. Links to folders are not
 * followed.
 *
 * @throws {CommandError} When there is no such folder.
 */
export function listSources(folder: string, skipped: readonly string[] = []): readonly string[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandError(`${folder} does not exist.`);
  if (!found.isDirectory()) return [folder];
  return below(folder.replace(/(?<=.)\/+$/, ""), [...skippedAlways, ...skipped]);
}

function below(folder: string, skipped: readonly string[]): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.includes(entry.name) ? [] : below(path, skipped);
    const isSource = endings.some((ending) => entry.name.endsWith(ending));
    return isSource && entry.isFile() ? [path] : [];
  });
}

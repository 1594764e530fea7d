import { existsSync } from "node:fs";
import { join } from "node:path";
import { readText } from "./files.ts";
import { CommandError } from "./terminal.ts";

/** Where the page without data is: next to the bundled program, or where the build puts it. */
const places = [
  join(import.meta.dirname, "..", "playground"),
  join(import.meta.dirname, "..", "..", "dist", "playground"),
].map((folder) => join(folder, "run.html"));

/**
 * Reads the page that shows a saved run, without data.
 *
 * @throws {CommandError} If the page is missing, because the program was not built.
 */
export async function readRunPage(): Promise<string> {
  const place = places.find(existsSync);
  if (place === undefined) throw new CommandError("The page for run files is missing. Build the program first.");
  return readText(place);
}

import { isRecord, memberOf } from "@journey-kit/schemas/calls";
import { findRunText } from "@journey-kit/schemas/report";
import { parseJson, parseJsonFile, readText } from "./files.ts";
import { CommandError } from "./terminal.ts";

/**
 * Reads a saved world from a file that `world save` wrote, or from the page of a shared run. The simulator that opens the
 * world checks it, and converts it if an older version wrote it.
 *
 * @throws {CommandError} If the file cannot be read or contains no saved world.
 */
export async function readSnapshot(path: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(path);
  const isPage = text.trimStart().startsWith("<");
  const snapshot = isPage ? memberOf(parseJson(findRunText(text) ?? ""), "snapshot") : parseJsonFile(path, text);
  if (isRecord(snapshot) && snapshot.format === "journey-snapshot") return snapshot;
  const expected = "Expected a file that `world save` wrote, or the page of a shared run (run.html).";
  throw new CommandError(`${path} contains no saved world. ${expected}`);
}

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ApiClient, RefusalError } from "@journey-kit/simulator";
import type { StartedService } from "@journey-kit/simulator/node";
import { checkShape, createFileError, readJson } from "../terminal/files.ts";
import { readSnapshot } from "../terminal/snapshot-file.ts";
import { CommandError } from "../terminal/terminal.ts";

/**
 * Reads `--clients`.
 *
 * @throws {CommandError} If the file is invalid, with the path of the file and of the invalid value.
 */
export async function readClients(path: string): Promise<readonly ApiClient[]> {
  const clients = checkShape(ApiClient.array(), path, await readJson(path));
  clients.forEach(({ clientId }, i) => {
    const isRepeated = clients.findIndex((one) => one.clientId === clientId) !== i;
    if (isRepeated) throw new CommandError(`${path}: [${i}].clientId: duplicate client id.`);
  });
  return clients;
}

/**
 * Publishes every JSON file in the `--journeys` folder, in alphabetical order.
 *
 * @throws {CommandError} If the folder or a file cannot be read.
 * @throws {DefinitionError} If a file is invalid, with the path of the file and of each invalid value.
 */
export async function publishFolder(
  publish: (definition: unknown, options: { readonly source: string }) => unknown,
  folder: string,
): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw createFileError(folder, error);
  });
  for (const name of names.filter((one) => one.endsWith(".json")).sort()) {
    const path = join(folder, name);
    publish(await readJson(path), { source: path });
  }
}

/** A world that a file of `--open` contained. */
export interface OpenedFile {
  readonly file: string;
  readonly world: string;
  readonly instances: number;
}

/**
 * Opens the saved worlds in the files of `--open`.
 *
 * @throws {CommandError} If a file cannot be opened. The message has one line per problem, with the file and the path of
 *   the invalid value.
 */
export async function openFiles(
  openWorlds: StartedService["openWorlds"],
  files: readonly string[],
): Promise<readonly OpenedFile[]> {
  const snapshots = await Promise.all(files.map(readSnapshot));
  const opened = await openWorlds(snapshots).catch((error: unknown) => {
    if (!(error instanceof RefusalError)) throw error;
    const toLine = (problem: string) => problem.replace(/^open\[(\d+)\](\.|: )/, (_, i) => `${files[Number(i)]}: `);
    throw new CommandError(error.refusal.problems.map(toLine).join("\n"));
  });
  return opened.map((world, i) => ({ file: files[i] ?? "", ...world }));
}

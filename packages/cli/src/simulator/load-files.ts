import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ApiClient, type Simulator } from "@journey-kit/simulator";
import { checkShape, createFileError, readJson } from "../terminal/files.ts";
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
export async function publishFolder(publish: Simulator["publish"], folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw createFileError(folder, error);
  });
  for (const name of names.filter((one) => one.endsWith(".json")).sort()) {
    const path = join(folder, name);
    publish(await readJson(path), { source: path });
  }
}

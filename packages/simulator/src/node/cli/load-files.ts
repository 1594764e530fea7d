import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { CommandError, checkShape, readJson, toFileError } from "@journey-kit/schemas/cli";
import { type Catalog, DefinitionError } from "../../journeys/catalog.ts";
import { publishDefinition } from "../../journeys/definition.ts";
import { type ApiClient, ApiClients } from "../../world/api-client.ts";

/**
 * Reads `--clients`.
 *
 * @throws {CommandError} If the file is invalid, with the path of the file and of the invalid value.
 */
export async function readClients(path: string): Promise<readonly ApiClient[]> {
  const clients = checkShape(ApiClients, path, await readJson(path));
  clients.forEach(({ clientId }, i) => {
    const isRepeated = clients.findIndex((one) => one.clientId === clientId) !== i;
    if (isRepeated) throw new CommandError(`${path}: [${i}].clientId: duplicate client id.`);
  });
  return clients;
}

/**
 * Publishes every JSON file in the `--journeys` folder, in alphabetical order.
 *
 * @throws {CommandError} If the folder cannot be read, or a file is invalid, with the path of the file and of each invalid value.
 */
export async function publishFolder(catalog: Catalog, folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw toFileError(folder, error);
  });
  for (const name of names.filter((one) => one.endsWith(".json")).sort()) {
    const path = join(folder, name);
    const definition = await readJson(path);
    try {
      publishDefinition(catalog, definition, { source: path });
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      throw new CommandError(error.message);
    }
  }
}

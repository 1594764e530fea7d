import { existsSync } from "node:fs";
import { type Profile, type ProfileChoice, ProfileError, resolveProfile } from "@journey-kit/schemas/profile";
import * as z from "zod";
import { DefinitionError } from "../journeys/catalog.ts";
import type { Simulator } from "../simulator.ts";
import { type ApiClient, ApiClients } from "../world/permissions.ts";
import { CommandError } from "./command-error.ts";
import { checkShape, listJson, readJson } from "./json-file.ts";

const ProfileFile = z.strictObject({
  $schema: z.string().optional(),
  preset: z.enum(["specified", "observed"]).optional(),
  readings: z.record(z.string(), z.string()).optional(),
});

/**
 * Reads `--profile`: the name of a preset, or a JSON file with a preset and readings.
 *
 * @throws {CommandError} With the file and the path of what is wrong.
 */
export async function readProfile(text = "specified"): Promise<Profile> {
  if (text === "specified" || text === "observed") return resolveProfile(text);
  if (!text.endsWith(".json") && !existsSync(text)) {
    throw new CommandError("--profile takes specified, observed or the path of a JSON file.", 2);
  }
  const { preset = "specified", readings = {} } = checkShape(ProfileFile, text, await readJson(text));
  try {
    return resolveProfile({ preset, readings } as ProfileChoice); // it checks every gap and reading itself
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new CommandError(`${text}: ${error.message}`);
  }
}

/**
 * Reads `--clients`.
 *
 * @throws {CommandError} With the file and the path of what is wrong.
 */
export async function readClients(path: string): Promise<readonly ApiClient[]> {
  const clients = checkShape(ApiClients, path, await readJson(path));
  clients.forEach(({ clientId }, i) => {
    const isRepeated = clients.findIndex((one) => one.clientId === clientId) !== i;
    if (isRepeated) throw new CommandError(`${path}: [${i}].clientId: is listed twice.`);
  });
  return clients;
}

/**
 * Publishes every JSON file of the folder `--journeys`.
 *
 * @throws {CommandError} With the file and the path of what forbids it.
 */
export async function publishFolder(simulator: Pick<Simulator, "publish">, folder: string): Promise<void> {
  for (const path of await listJson(folder)) {
    const definition = await readJson(path);
    try {
      simulator.publish(definition, path);
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      throw new CommandError(error.message);
    }
  }
}

import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Profile, type ProfileChoice, ProfileError, resolveProfile } from "@journey-kit/schemas/profile";
import { suggest } from "@journey-kit/schemas/report";
import * as z from "zod";
import { DefinitionError } from "../../journeys/catalog.ts";
import type { Simulator } from "../../simulator.ts";
import { formatPath } from "../../world/parse.ts";
import { type ApiClient, ApiClients } from "../../world/permissions.ts";
import { CommandError } from "./terminal.ts";

const ProfileFile = z.strictObject({
  $schema: z.string().optional(),
  preset: z.enum(["specified", "observed"]).optional(),
  readings: z.record(z.string(), z.string()).optional(),
});

/**
 * Reads `--profile`: the name of a preset, or a JSON file with a preset and readings.
 *
 * @throws {CommandError} With the file and the path of the problem.
 */
export async function readProfile(text = "specified"): Promise<Profile> {
  if (text === "specified" || text === "observed") return resolveProfile(text);
  if (!text.endsWith(".json") && !existsSync(text)) {
    const hint = suggest(text, ["specified", "observed"]);
    throw new CommandError(`--profile takes specified, observed or the path of a JSON file.${hint}`, 2);
  }
  const { preset = "specified", readings = {} } = checkShape(ProfileFile, text, await readJson(text));
  try {
    return resolveProfile({ preset, readings } as ProfileChoice); // validates every gap and reading
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new CommandError(`${text}: ${error.message}`);
  }
}

/**
 * Reads `--clients`.
 *
 * @throws {CommandError} With the file and the path of the problem.
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
 * Publishes every JSON file in the `--journeys` folder.
 *
 * @throws {CommandError} With the file and the paths of the problems.
 */
export async function publishFolder(simulator: Pick<Simulator, "publish">, folder: string): Promise<void> {
  for (const path of await listJson(folder)) {
    const definition = await readJson(path);
    try {
      simulator.publish(definition, { source: path });
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      throw new CommandError(error.message);
    }
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EISDIR: "is a folder",
  ENOTDIR: "is not a folder",
};

const toCommandError = (path: string, error: unknown, what: "read" | "written" = "read"): CommandError => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const why = code === "EACCES" ? ": permission denied" : ` (${code})`;
  return new CommandError(`${path} ${reasons[code] ?? `cannot be ${what}${why}`}.`);
};

/**
 * Writes a text file.
 *
 * @throws {CommandError} If it cannot be written.
 */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw toCommandError(path, error, "written");
  });
}

/**
 * Reads a text file.
 *
 * @throws {CommandError} If it cannot be read.
 */
export const readText = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: unknown) => {
    throw toCommandError(path, error);
  });

/**
 * Reads a JSON file.
 *
 * @throws {CommandError} If it cannot be read or is not JSON.
 */
export async function readJson(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new CommandError(`${path} is not valid JSON${toPosition(error)}.`);
  }
}

/** The position of a syntax error. The rest of the error message quotes the file, which may contain a secret. */
function toPosition(error: unknown): string {
  const position = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "")?.[0];
  return position === undefined ? "" : `: see ${position}`;
}

/**
 * Lists the JSON files of a folder in alphabetical order.
 *
 * @throws {CommandError} If the folder cannot be read.
 */
async function listJson(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw toCommandError(folder, error);
  });
  return names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(folder, name));
}

/**
 * Validates the content of a file.
 *
 * @throws {CommandError} With the file and the path of each problem.
 */
export function checkShape<Schema extends z.ZodType>(schema: Schema, path: string, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${formatPath(issue.path) || "(root)"}: ${issue.message}.`);
  throw new CommandError(lines.map((line) => `${path}: ${line}`).join("\n"));
}

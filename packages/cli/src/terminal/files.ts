import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import { appendFile, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { formatPath } from "@journey-kit/schemas/calls";
import { suggest } from "@journey-kit/schemas/report";
import {
  gapIds,
  gapOf,
  type Profile,
  ProfileError,
  type ProfileInput,
  presetNames,
  resolveProfile,
} from "@journey-kit/schemas/tables";
import type * as z from "zod";
import { type Reader, text } from "./flag-values.ts";
import type { ProfileFile } from "./profile-file.ts";
import { CommandError, usageError } from "./terminal.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EISDIR: "is a folder, not a file",
  ENOTDIR: "is not a folder",
};

export function createFileError(path: string, error: unknown, what: "read" | "written" = "read"): CommandError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isFolder = what === "written" && (code === "ENOENT" || code === "ENOTDIR");
  if (isFolder) return new CommandError(`${path} cannot be written: ${dirname(path)} ${reasons[code]}.`);
  const why = code === "EACCES" ? ": permission denied" : ` (${code})`;
  return new CommandError(`${path} ${reasons[code] ?? `cannot be ${what}${why}`}.`);
}

/**
 * Writes a text file.
 *
 * @throws {CommandError} If the file cannot be written.
 */
export async function writeText(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw createFileError(path, error, "written");
  });
}

/**
 * Writes a text file that another program may be reading: it has either its old content or the whole text.
 *
 * @throws {CommandError} If the file cannot be written.
 */
export async function replaceText(path: string, text: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile()) return writeText(path, text); // a pipe or a device
  const draft = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw createFileError(path, error, "written");
  }
}

/**
 * Appends to a text file.
 *
 * @throws {CommandError} If the file cannot be written.
 */
export async function appendText(path: string, text: string): Promise<void> {
  await appendFile(path, text).catch((error: unknown) => {
    throw createFileError(path, error, "written");
  });
}

/**
 * Parses the path of a file that the command will write.
 *
 * @throws {CommandError} From the reader, before the command runs, if the file cannot be written.
 */
export const outputFile =
  (flag: string): Reader<string> =>
  (value) => {
    const path = text(flag)(value);
    try {
      const found = statSync(path, { throwIfNoEntry: false });
      const isPipe = found !== undefined && !found.isFile() && !found.isDirectory();
      if (isPipe) return path; // to open it twice would end it
      closeSync(openSync(path, "a"));
      if (found === undefined) rmSync(path);
    } catch (error) {
      throw createFileError(path, error, "written");
    }
    return path;
  };

/**
 * Reads a text file.
 *
 * @throws {CommandError} If the file cannot be read.
 */
export const readText = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: unknown) => {
    throw createFileError(path, error);
  });

/**
 * Reads a JSON file.
 *
 * @throws {CommandError} If the file cannot be read or is not JSON.
 */
export const readJson = async (path: string): Promise<unknown> => parseJsonFile(path, await readText(path));

/**
 * Parses the text of a JSON file.
 *
 * @throws {CommandError} If it is not JSON.
 */
export function parseJsonFile(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new CommandError(`${path} is not valid JSON${findPosition(error)}.`);
  }
}

/** Parses a text that need not be JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the position of a syntax error instead of its message, which could quote a secret from the file. */
function findPosition(error: unknown): string {
  const position = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "")?.[0];
  return position === undefined ? "" : `: see ${position}`;
}

/**
 * Validates the content of a file.
 *
 * @throws {CommandError} If the content is invalid. The message has one line per problem, with the file and the path of
 * the invalid value.
 */
export function checkShape<Schema extends z.ZodType>(schema: Schema, path: string, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${formatPath(issue.path) || "(root)"}: ${issue.message}.`);
  throw new CommandError(lines.map((line) => `${path}: ${line}`).join("\n"));
}

/**
 * Reads `--profile` and `--reading`. A profile is the name of a preset, or a JSON file with a preset and readings. Each
 * `--reading` is a gap and a reading that overrides the profile. `source` is the flag or argument with the profile.
 *
 * @throws {CommandError} If the file is invalid, with its path and the path of the invalid value. If a name is unknown,
 * with a suggestion.
 */
export async function readProfile(
  choice = "specified",
  overrides: readonly (readonly [string, string])[] = [],
  source = "--profile",
): Promise<Profile> {
  const preset = presetNames.find((name) => name === choice);
  if (preset === undefined && !choice.endsWith(".json") && !existsSync(choice)) {
    const hint = suggest(choice, presetNames);
    throw usageError(`${source} must be "specified", "observed" or the path of a JSON file.${hint}`);
  }
  const file = preset === undefined ? await readProfileFile(choice) : { preset };
  const base = resolve(file, (problem) => new CommandError(`${choice}: ${problem}`));
  if (overrides.length === 0) return base;
  return resolve({ readings: { ...base, ...Object.fromEntries(overrides) } }, (problem) =>
    usageError(`--reading ${problem.replace(/^readings\./, "")}`),
  );
}

/**
 * Reads a profile file without checking its gaps and readings.
 *
 * @throws {CommandError} If the file cannot be read or has another form.
 */
export async function readProfileFile(path: string): Promise<ProfileFile> {
  const { ProfileFile } = await import("./profile-file.ts"); // a preset needs no schema
  return checkShape(ProfileFile, path, await readJson(path));
}

function resolve(file: ProfileFile, toError: (problem: string) => CommandError): Profile {
  try {
    return resolveProfile(file as ProfileInput); // validates every gap and reading
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw toError(error.message + suggestReading(file.readings ?? {}));
  }
}

/** Suggests a similar name for the first unknown gap or reading. */
function suggestReading(readings: Readonly<Record<string, string>>): string {
  for (const [gap, reading] of Object.entries(readings)) {
    const known = gapIds.find((id) => id === gap);
    if (known === undefined) return suggest(gap, gapIds);
    const options = Object.keys(gapOf(known).options);
    if (!options.includes(reading)) return suggest(reading, options);
  }
  return "";
}

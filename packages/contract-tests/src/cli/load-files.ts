import { readFile, writeFile } from "node:fs/promises";
import { ProfileChange } from "@journey-kit/schemas/control";
import { type Profile, type ProfileChoice, ProfileError, resolveProfile } from "@journey-kit/schemas/profile";
import { suggest } from "@journey-kit/schemas/report";
import * as z from "zod";
import type { CalibrateOptions } from "../calibrate/options.ts";
import { CommandError } from "./terminal.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EISDIR: "is a folder",
  EACCES: "cannot be read: permission denied",
};

/**
 * Reads a JSON file that has the form of a schema.
 *
 * @throws {CommandError} With the file and, for each problem, its place.
 */
export async function readJson<Schema extends z.ZodType>(schema: Schema, path: string): Promise<z.output<Schema>> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new CommandError(`${path} ${reasons[code] ?? `cannot be read (${code})`}.`);
  });
  const parsed = schema.safeParse(parse(path, text));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${path}: ${toPlace(issue.path)}: ${issue.message}.`);
  throw new CommandError(lines.join("\n"));
}

/** A parser's message quotes the file, and so perhaps a secret: only the position is told. */
function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const place = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "")?.[0];
    throw new CommandError(`${path} is not valid JSON${place === undefined ? "" : `: see ${place}`}.`);
  }
}

const toPlace = (path: readonly PropertyKey[]): string =>
  path.map((part, i) => (typeof part === "number" ? `[${part}]` : `${i === 0 ? "" : "."}${String(part)}`)).join("") ||
  "(root)";

/** Flags that say by which readings the service answers. */
export interface ProfileFlags {
  readonly profile: string;
  readonly reading?: readonly (readonly [string, string])[] | undefined;
}

/**
 * Reads `--profile` and `--reading`.
 *
 * @throws {CommandError} For a gap or a reading that does not exist, or a file that is not a profile.
 */
export async function readProfile({ profile, reading = [] }: ProfileFlags): Promise<Profile> {
  const { preset = "specified", readings = {} } =
    profile === "specified" || profile === "observed" ? { preset: profile } : await readProfileFile(profile);
  try {
    // `resolveProfile` checks every gap and reading itself.
    return resolveProfile({ preset, readings: { ...readings, ...Object.fromEntries(reading) } } as ProfileChoice);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new CommandError(error.message.replace(/^readings\./, ""), 2);
  }
}

async function readProfileFile(path: string) {
  if (path.endsWith(".json")) return readJson(ProfileChange, path);
  const hint = suggest(path, ["specified", "observed"]);
  throw new CommandError(`--profile takes specified, observed or the path of a JSON file.${hint}`, 2);
}

const text = z.string().min(1);
const credentials = z.strictObject({ clientId: text, clientSecret: text });
const texts = <const Name extends string>(...names: readonly Name[]) =>
  z.strictObject(
    Object.fromEntries(names.map((name) => [name, text.optional()])) as Record<Name, z.ZodOptional<z.ZodString>>,
  ); // the names given

/** What `--options` of `calibrate` holds. */
const CalibrateFile = z.strictObject({
  journeys: texts("age", "identity", "document", "identityV1", "preview", "elsewhere", "extras", "leaves").optional(),
  people: texts("rejected", "referred", "failing", "lifeless").optional(),
  otherRegion: z.url({ protocol: /^https?$/ }).optional(),
  withoutRead: credentials.optional(),
  withoutV2: credentials.optional(),
});

/**
 * Reads the journeys, people and further clients of a calibration from a JSON file.
 *
 * @throws {CommandError} With the file and the path of what is wrong.
 */
export const readOptions = async (path: string): Promise<CalibrateOptions> =>
  JSON.parse(JSON.stringify(await readJson(CalibrateFile, path))); // without the members that are undefined

/** Writes the file of `--junit`, if one is named. Throws {@link CommandError} if it cannot be written. */
export async function writeJunit(path: string | undefined, report: string): Promise<void> {
  if (path === undefined) return;
  await writeFile(path, report).catch(() => {
    throw new CommandError(`--junit: ${path} cannot be written.`);
  });
}

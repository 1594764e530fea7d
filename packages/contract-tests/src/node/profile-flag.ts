import { ProfileChange } from "@journey-kit/schemas/control";
import { type Profile, type ProfileChoice, ProfileError, resolveProfile } from "@journey-kit/schemas/profile";
import { CommandError } from "./command-error.ts";
import { readJson } from "./json-file.ts";
import type { FlagTable } from "./verb.ts";

/** Flags of a verb that is told by which readings the service answers. */
export const profileFlags = {
  profile: { type: "string", value: "PROFILE", help: "readings: specified, observed or a JSON file (specified)" },
  reading: { type: "string", multiple: true, value: "GAP=READING", help: "one reading; may be repeated" },
} as const satisfies FlagTable;

/** What the flags say of readings. */
interface ProfileValues {
  readonly profile?: string;
  readonly reading?: readonly string[];
}

/**
 * Reads `--profile` and `--reading`.
 *
 * @throws {CommandError} For a gap or a reading that does not exist, or a file that is no profile.
 */
export async function readProfile({ profile = "specified", reading = [] }: ProfileValues): Promise<Profile> {
  const chosen = reading.map((one) => {
    const [gap = "", value = ""] = one.split("=", 2);
    if (gap === "" || value === "")
      throw new CommandError("--reading takes GAP=READING, such as token-lifetime=60s.", 2);
    return [gap, value] as const;
  });
  const { preset = "specified", readings = {} } =
    profile === "specified" || profile === "observed" ? { preset: profile } : await readFile(profile);
  try {
    // `resolveProfile` checks every gap and reading itself.
    return resolveProfile({ preset, readings: { ...readings, ...Object.fromEntries(chosen) } } as ProfileChoice);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new CommandError(error.message.replace(/^readings\./, ""), 2);
  }
}

async function readFile(path: string) {
  if (path.endsWith(".json")) return readJson(ProfileChange, path);
  throw new CommandError("--profile takes specified, observed or the path of a JSON file.", 2);
}

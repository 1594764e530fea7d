import { type GapId, gapIds, gapOf, type Reading } from "./gaps/index.ts";

/** A full set of readings, one for each gap. */
export type Profile = { readonly [Id in GapId]: Reading<Id> };

/** Readings that replace those of a preset. */
export type Readings = { readonly [Id in GapId]?: Reading<Id> };

/** Name of a profile that ships. */
export type PresetName = "specified" | "observed";

/** What a caller may give for a profile: a preset, or a preset with readings of their own. */
export type ProfileChoice = PresetName | { readonly preset?: PresetName; readonly readings?: Readings };

// `Object.fromEntries` cannot express that each key gets a value of its own type.
const presetOf = (name: PresetName) => Object.fromEntries(gapIds.map((id) => [id, gapOf(id)[name]])) as Profile;

/** The profiles that ship. */
export const presets: Readonly<Record<PresetName, Profile>> = {
  specified: presetOf("specified"),
  observed: presetOf("observed"),
};

/** A choice of readings that names an unknown gap or reading, or combines two that exclude each other. */
export class ProfileError extends Error {
  override readonly name = "ProfileError";
}

/**
 * Completes a choice to a full profile.
 *
 * @throws {ProfileError} When a preset, gap or reading does not exist, or a reading lacks another that it requires.
 */
export function resolveProfile(choice: ProfileChoice = "specified"): Profile {
  const { preset = "specified", readings = {} } = typeof choice === "string" ? { preset: choice } : choice;
  if (!Object.hasOwn(presets, preset)) throw new ProfileError(`There is no preset ${JSON.stringify(preset)}.`);
  for (const [id, reading] of Object.entries(readings)) checkReading(id, reading);
  const profile: Profile = { ...presets[preset], ...readings };
  for (const id of gapIds) checkRequired(profile, id);
  return Object.freeze(profile);
}

function checkReading(id: string, reading: unknown): void {
  const known = (gapIds as readonly string[]).includes(id);
  if (!known) throw new ProfileError(`readings.${id}: there is no such gap.`);
  const options = Object.keys(gapOf(id as GapId).options); // checked on the line above
  if (typeof reading === "string" && options.includes(reading)) return;
  throw new ProfileError(`readings.${id}: expected one of ${options.join(", ")}.`);
}

function checkRequired(profile: Profile, id: GapId): void {
  for (const [other, accepted] of Object.entries(gapOf(id).requires?.[profile[id]] ?? {})) {
    if (accepted.includes(profile[other as GapId])) continue; // the register's test holds `requires` to known gaps
    throw new ProfileError(`readings.${id}: ${profile[id]} needs ${other} to be ${accepted.join(" or ")}.`);
  }
}

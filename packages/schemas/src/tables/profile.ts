import { type GapId, gapIds, gapOf, type Reading } from "./gaps/index.ts";

/** A full set of readings, one for each gap. */
export type Profile = { readonly [Id in GapId]: Reading<Id> };

/** Readings that override a preset. */
export type Readings = { readonly [Id in GapId]?: Reading<Id> };

/** Name of a built-in profile. */
export type PresetName = "specified" | "observed";

/** A preset, or a preset with overridden readings. */
export type ProfileInput = PresetName | { readonly preset?: PresetName; readonly readings?: Readings };

/** The name of every built-in profile. */
export const presetNames: readonly PresetName[] = ["specified", "observed"];

// `Object.fromEntries` cannot give each key its own value type.
const presetOf = (name: PresetName) => Object.fromEntries(gapIds.map((id) => [id, gapOf(id)[name]])) as Profile;

/** The built-in profiles. */
export const presets: Readonly<Record<PresetName, Profile>> = {
  specified: presetOf("specified"),
  observed: presetOf("observed"),
};

/** Thrown if a preset, gap or reading is unknown, or a reading requires another reading that is not set. */
export class ProfileError extends Error {
  override readonly name = "ProfileError";
}

/**
 * Resolves a choice to a full profile.
 *
 * @throws {ProfileError} If a preset, gap or reading is unknown, or a reading requires another reading that is not set.
 */
export function resolveProfile(choice: ProfileInput = "specified"): Profile {
  const { preset = "specified", readings = {} } = typeof choice === "string" ? { preset: choice } : choice;
  if (!Object.hasOwn(presets, preset)) throw new ProfileError(`Unknown preset ${JSON.stringify(preset)}.`);
  for (const [id, reading] of Object.entries(readings)) checkReading(id, reading);
  const profile: Profile = { ...presets[preset], ...readings };
  for (const id of gapIds) checkRequired(profile, id);
  return Object.freeze(profile);
}

function checkReading(id: string, reading: unknown): void {
  const known = (gapIds as readonly string[]).includes(id);
  if (!known) throw new ProfileError(`readings.${id}: unknown gap.`);
  const options = Object.keys(gapOf(id as GapId).options); // checked on the line above
  if (typeof reading === "string" && options.includes(reading)) return;
  throw new ProfileError(`readings.${id}: expected one of ${options.join(", ")}.`);
}

function checkRequired(profile: Profile, id: GapId): void {
  for (const [other, accepted] of Object.entries(gapOf(id).requires?.[profile[id]] ?? {})) {
    if (accepted.includes(profile[other as GapId])) continue; // a test checks that `requires` names only known gaps
    const allowed = accepted.map((reading) => `"${reading}"`).join(" or ");
    throw new ProfileError(`readings.${id}: "${profile[id]}" requires "${other}" to be ${allowed}.`);
  }
}

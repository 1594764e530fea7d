import type { GapId } from "./gaps/index.ts";
import type { Profile } from "./profile.ts";

/** One value for each reading of a gap. Undefined for a reading that has no value. */
export type ByReading<T> = { readonly gap: GapId; readonly by: Readonly<Record<string, T | undefined>> };

/** Returns the value that applies under a profile. */
export function resolveReading<T extends string | number>(profile: Profile, value: T | ByReading<T>): T | undefined {
  return typeof value === "object" ? value.by[profile[value.gap]] : value;
}

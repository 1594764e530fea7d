import { type GapId, gapIds, gapOf, isSwitchable } from "@journey-kit/schemas/gaps";
import { type Profile, ProfileError, type Readings, resolveProfile } from "@journey-kit/schemas/profile";

/** Readings by gap. A missing gap can have any reading. */
export type SomeReadings = Readonly<Record<string, string>>;

/** Every gap with more than one reading, in the order of the gap register. */
export const switchableGaps: readonly GapId[] = gapIds.filter(isSwitchable);

/** The readings of other gaps that a reading requires: for each gap, those that it accepts. */
export const needsOf = (id: GapId, reading = "") => Object.entries(gapOf(id).requires?.[reading] ?? {});

/** Completes readings with those of `specified`. Returns undefined if they conflict. */
export function toProfile(readings: SomeReadings): Profile | undefined {
  try {
    return resolveProfile({ readings: readings as Readings }); // rejects unknown readings
  } catch (error) {
    if (error instanceof ProfileError) return undefined;
    throw error;
  }
}

const neededBy = (id: GapId) => Object.values(gapOf(id).requires ?? {}).flatMap((others) => Object.keys(others));

const needed = new Set(switchableGaps.flatMap(neededBy));

/**
 * The gaps with a reading that requires a reading of another gap, or is required by one. All other gaps combine freely.
 */
const boundGaps = switchableGaps.filter((id) => needed.has(id) || neededBy(id).length > 0);

/** Whether one profile can contain these readings and the readings that they require. */
function fitTogether(readings: SomeReadings): boolean {
  const isMet = ([other, accepted]: readonly [string, readonly string[]]) =>
    readings[other] === undefined || accepted.includes(readings[other]);
  if (!boundGaps.every((id) => needsOf(id, readings[id]).every(isMet))) return false;
  const free = boundGaps.find((id) => !Object.hasOwn(readings, id));
  if (free === undefined) return true;
  return Object.keys(gapOf(free).options).some((reading) => fitTogether({ ...readings, [free]: reading }));
}

/** One reading of one gap. The index in {@link levels} identifies the reading. */
interface Level {
  /** Index of the gap in {@link switchableGaps}. */
  readonly gap: number;
  readonly id: string;
  readonly reading: string;
  /** Whether the gap is one of {@link boundGaps}. */
  readonly isBound: boolean;
}

/** Every reading of every switchable gap; for each gap, the reading of `specified` comes first. */
export const levels: readonly Level[] = switchableGaps.flatMap((id, gap) => {
  const { options, specified } = gapOf(id);
  const others = Object.keys(options).filter((reading) => reading !== specified);
  return [specified, ...others].map((reading) => ({ gap, id, reading, isBound: boundGaps.includes(id) }));
});

/** The levels of each switchable gap. */
export const levelsOf: readonly (readonly number[])[] = switchableGaps.map((_, gap) =>
  levels.flatMap((level, i) => (level.gap === gap ? [i] : [])),
);

/** Whether one profile can contain a level and the given levels, which fit together. */
export function canJoin(level: number, chosen: readonly number[]): boolean {
  if (levels[level]?.isBound !== true) return true;
  const bound = [...chosen, level].flatMap((one) => levels[one] ?? []).filter(({ isBound }) => isBound);
  return fitTogether(Object.fromEntries(bound.map(({ id, reading }) => [id, reading])));
}

import { type GapId, gapIds, gapOf, isSwitchable } from "@journey-kit/schemas/gaps";
import { type Profile, ProfileError, type Readings, resolveProfile } from "@journey-kit/schemas/profile";

/** Readings by gap. A missing gap can have any reading. */
export type SomeReadings = Readonly<Record<string, string>>;

/** Every gap with more than one reading, in the order of the gap register. */
export const switchableGaps: readonly GapId[] = gapIds.filter(isSwitchable);

const needsOf = (id: GapId, reading: string) => Object.entries(gapOf(id).requires?.[reading] ?? {});

/** Completes readings with those of `specified`. Returns undefined if they conflict. */
export function toProfile(readings: SomeReadings): Profile | undefined {
  try {
    return resolveProfile({ readings: readings as Readings }); // rejects unknown readings
  } catch (error) {
    if (error instanceof ProfileError) return undefined;
    throw error;
  }
}

/**
 * The gaps with a reading that requires a reading of another gap, or is required by one. All other gaps combine freely.
 */
const boundGaps: ReadonlySet<string> = new Set(
  switchableGaps.flatMap((id) => {
    const needed = Object.keys(gapOf(id).options).flatMap((reading) => needsOf(id, reading).map(([other]) => other));
    return needed.length === 0 ? [] : [id, ...needed];
  }),
);

/** Whether one profile can contain these readings and the readings that they require. */
function fitTogether(readings: SomeReadings): boolean {
  const given = [...boundGaps].filter((id) => Object.hasOwn(readings, id));
  if (!given.every((id) => hasWhatItNeeds(readings, id))) return false;
  const free = [...boundGaps].find((id) => !given.includes(id));
  if (free === undefined) return true;
  return readingsOf(free).some((reading) => fitTogether({ ...readings, [free]: reading }));
}

const readingsOf = (id: string): readonly string[] => Object.keys(gapOf(id as GapId).options); // `boundGaps` contains gap ids

const hasWhatItNeeds = (readings: SomeReadings, id: string): boolean =>
  needsOf(id as GapId, readings[id] ?? "").every(([other, accepted]) => {
    const given = readings[other];
    return given === undefined || accepted.includes(given);
  });

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
  return [specified, ...others].map((reading) => ({ gap, id, reading, isBound: boundGaps.has(id) }));
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

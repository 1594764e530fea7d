import { type GapId, gapIds, gapOf, isSwitchable } from "@journey-kit/schemas/gaps";
import { type Profile, ProfileError, type Readings, resolveProfile } from "@journey-kit/schemas/profile";

/** Some readings by gap; missing gaps are free. */
export type SomeReadings = Readonly<Record<string, string>>;

/** Every gap that a profile can switch, in the order of the register. */
export const switchableGaps: readonly GapId[] = gapIds.filter(isSwitchable);

const needsOf = (id: GapId, reading: string) => Object.entries(gapOf(id).requires?.[reading] ?? {});

/** Completes some readings from `specified`; undefined if they conflict. */
export function toProfile(readings: SomeReadings): Profile | undefined {
  try {
    return resolveProfile({ readings: readings as Readings }); // which rejects unknown readings
  } catch (error) {
    if (error instanceof ProfileError) return undefined;
    throw error;
  }
}

/** The gaps with a reading that requires another or is required; all others combine freely. */
const boundGaps: ReadonlySet<string> = new Set(
  switchableGaps.flatMap((id) => {
    const needed = Object.keys(gapOf(id).options).flatMap((reading) => needsOf(id, reading).map(([other]) => other));
    return needed.length === 0 ? [] : [id, ...needed];
  }),
);

/** Whether some readings fit in one profile with the readings that they require. */
function fitTogether(readings: SomeReadings): boolean {
  const given = [...boundGaps].filter((id) => Object.hasOwn(readings, id));
  if (!given.every((id) => hasWhatItNeeds(readings, id))) return false;
  const free = [...boundGaps].find((id) => !given.includes(id));
  if (free === undefined) return true;
  return readingsOf(free).some((reading) => fitTogether({ ...readings, [free]: reading }));
}

const readingsOf = (id: string): readonly string[] => Object.keys(gapOf(id as GapId).options); // a bound gap is a gap

const hasWhatItNeeds = (readings: SomeReadings, id: string): boolean =>
  needsOf(id as GapId, readings[id] ?? "").every(([other, accepted]) => {
    const given = readings[other];
    return given === undefined || accepted.includes(given);
  });

/** One reading of one gap. Its index in {@link levels} identifies it. */
interface Level {
  /** Index of the gap in {@link switchableGaps}. */
  readonly gap: number;
  readonly id: string;
  readonly reading: string;
  /** Whether a reading of its gap requires another gap, or is required by one. */
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

/** Whether a level fits in one profile with levels of other gaps that fit together. */
export function canJoin(level: number, chosen: readonly number[]): boolean {
  if (levels[level]?.isBound !== true) return true;
  const bound = [...chosen, level].flatMap((one) => levels[one] ?? []).filter(({ isBound }) => isBound);
  return fitTogether(Object.fromEntries(bound.map(({ id, reading }) => [id, reading])));
}

import { gapOf } from "@journey-kit/schemas/gaps";
import { boundGaps, canStand, switchableGaps } from "./constraint.ts";

/** One reading of one gap. A level is known by its place in {@link levels}. */
interface Level {
  /** Place of the gap among those that can be switched. */
  readonly gap: number;
  readonly id: string;
  readonly reading: string;
  /** Whether its gap needs another, or is needed by one. */
  readonly isBound: boolean;
}

/** Every reading of every switchable gap; that of `specified` comes first among those of its gap. */
export const levels: readonly Level[] = switchableGaps.flatMap((id, gap) => {
  const { options, specified } = gapOf(id);
  const others = Object.keys(options).filter((reading) => reading !== specified);
  return [specified, ...others].map((reading) => ({ gap, id, reading, isBound: boundGaps.has(id) }));
});

/** The levels of each switchable gap. */
export const levelsOf: readonly (readonly number[])[] = switchableGaps.map((_, gap) =>
  levels.flatMap((level, i) => (level.gap === gap ? [i] : [])),
);

/** Whether a level can stand in one profile with some of other gaps that can. */
export function canJoin(level: number, chosen: readonly number[]): boolean {
  if (levels[level]?.isBound !== true) return true;
  const bound = [...chosen, level].flatMap((one) => levels[one] ?? []).filter(({ isBound }) => isBound);
  return canStand(Object.fromEntries(bound.map(({ id, reading }) => [id, reading])));
}

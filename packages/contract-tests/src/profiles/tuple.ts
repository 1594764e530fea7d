import { canJoin, levels } from "./level.ts";

/** How many gaps a cover combines: 2 for every pair of readings, 3 for every three. */
export type Strength = 2 | 3;

/** The combinations of levels that no profile of a cover has shown yet. */
export interface OpenTuples {
  /** Whether none is left. */
  isEmpty(): boolean;
  /** How many of them hold a level. */
  countOf(level: number): number;
  /** How many a level would close beside those that are chosen. */
  gainOf(level: number, chosen: readonly number[]): number;
  /** Closes those that the levels of a full profile show. */
  close(profile: readonly number[]): void;
}

/**
 * Opens every combination of so many readings that can stand in one profile. Each is kept in all its orders, so that it
 * is found whichever of its levels is asked for.
 */
export function openTuples(strength: Strength): OpenTuples {
  const size = levels.length;
  const open = new Uint8Array(size ** strength);
  const counts = new Uint32Array(size);
  for (const [first] of levels.entries()) counts[first] = openFrom(open, [first], strength, first);

  const gain = (key: number, chosen: readonly number[], from: number, more: number): number => {
    if (more === 0) return open[key] ?? 0;
    let sum = 0;
    for (let i = from; i < chosen.length; i++) sum += gain(key * size + (chosen[i] ?? 0), chosen, i + 1, more - 1);
    return sum;
  };
  const close = (first: number, key: number, profile: readonly number[], more: number): void => {
    if (more > 0) for (const level of profile) close(first, key * size + level, profile, more - 1);
    else if (open[key] === 1) {
      open[key] = 0;
      counts[first] = (counts[first] ?? 0) - 1;
    }
  };
  return {
    isEmpty: () => counts.every((count) => count === 0),
    countOf: (level) => counts[level] ?? 0,
    gainOf: (level, chosen) => gain(level, chosen, 0, strength - 1),
    close: (profile) => {
      for (const level of profile) close(level, level, profile, strength - 1);
    },
  };
}

/** Opens what begins with some levels, and gives how many that are. */
function openFrom(open: Uint8Array, chosen: readonly number[], strength: Strength, key: number): number {
  if (chosen.length === strength) {
    open[key] = 1;
    return 1;
  }
  let count = 0;
  for (const [level, { gap }] of levels.entries()) {
    if (chosen.some((one) => levels[one]?.gap === gap) || !canJoin(level, chosen)) continue;
    count += openFrom(open, [...chosen, level], strength, key * levels.length + level);
  }
  return count;
}

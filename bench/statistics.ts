/** The value below which a given share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median of some numbers. */
export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/**
 * The median of the ratios of all rounds. A ratio compares two turns of the same round, because a disturbance usually
 * affects both.
 */
export const medianRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((one, round) => one / (theirs[round] ?? Number.NaN)));

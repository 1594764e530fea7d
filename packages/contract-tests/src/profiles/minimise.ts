import { type SomeReadings, toProfile } from "./constraint.ts";

/**
 * Finds a minimal set of readings that causes a failure: resets half of them to `specified`, then a quarter and so on
 * down to single ones, as long as it still fails.
 *
 * @returns No readings if it fails without any.
 */
export async function isolate(
  readings: SomeReadings,
  breaks: (readings: SomeReadings) => Promise<boolean>,
): Promise<SomeReadings> {
  if (await breaks({})) return {};
  let kept = Object.entries(readings);
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const fewer = Object.fromEntries(kept.toSpliced(at, size));
      const isSame = toProfile(fewer) !== undefined && (await breaks(fewer));
      if (isSame) kept = Object.entries(fewer);
      else at += size;
    }
  }
  return Object.fromEntries(kept);
}

import type { Millis } from "../world/time.ts";

const units: Readonly<Record<string, Millis>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of a text such as `500ms`, `24h` or `1h30m`; undefined where it is no duration. */
export function parseDuration(text: string): Millis | undefined {
  if (!/^(\d{1,12}(ms|s|m|h|d))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)];
  return parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (units[unit] ?? 0), 0);
}

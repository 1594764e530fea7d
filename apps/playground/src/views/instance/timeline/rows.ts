import type { CSSProperties } from "react";
import type { Scale } from "./scale.ts";

/** What every row of the timeline needs to place its content. Times are milliseconds since the Unix epoch. */
export interface Rows {
  readonly scale: Scale;
  readonly start: number;
  readonly now: number;
}

/** The style of content that begins at `from` and, if it has a width, ends at `to`. */
export function placeBetween({ toPlace }: Scale, from: number, to?: number): CSSProperties {
  const left = { left: `${toPlace(from) * 100}%` };
  return to === undefined ? left : { ...left, width: `${(toPlace(to) - toPlace(from)) * 100}%` };
}

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

/** Formats a time since the start exactly: `7.5 s`, `1 min 30 s`, `1 d 2 s`. */
export const formatSince = (ms: number): string => toParts(ms).join(" ");

/** Formats a time since the start for a column: `5.57 s` or, from one minute, its two largest units. */
export const formatAfter = (ms: number): string =>
  ms < 60_000
    ? `${(ms / 1_000).toFixed(2)} s`
    : toParts(Math.round(ms / 1_000) * 1_000)
        .slice(0, 2)
        .join(" ");

function toParts(ms: number): readonly string[] {
  const parts: string[] = [];
  let rest = ms;
  for (const [name, unit] of units) {
    if (rest >= unit) parts.push(`${Math.floor(rest / unit)} ${name}`);
    rest %= unit;
  }
  if (rest > 0 || parts.length === 0) parts.push(`${Number((rest / 1_000).toFixed(3))} s`);
  return parts;
}

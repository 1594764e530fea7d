import { formatDuration } from "../../format.ts";

/** Formats how long ago something happened, in whole seconds. */
export function formatAge(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds <= 0 ? "just now" : `${formatDuration(seconds * 1_000)} ago`;
}

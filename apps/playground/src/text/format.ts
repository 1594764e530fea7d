/** Formats the time of day of an instant, such as `02:25:11.810`. */
export const formatClockTime = (at: number): string => new Date(at).toISOString().slice(11, 23);

/** Formats a duration in milliseconds for people: `0.4 s`, `12 s`, `3 min`, `2 h`, `5 d`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return ms < 100 ? `${Math.round(ms)} ms` : `${trim(ms / 1_000, 1)} s`;
  if (ms < 60_000) return `${trim(ms / 1_000, 1)} s`;
  if (ms < 3_600_000) return `${trim(ms / 60_000, 1)} min`;
  if (ms < 86_400_000) return `${trim(ms / 3_600_000, 1)} h`;
  return `${trim(ms / 86_400_000, 1)} d`;
}

/** Formats how long ago something happened, in whole seconds. `ms` is its age in milliseconds. */
export function formatAge(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds <= 0 ? "just now" : `${formatDuration(seconds * 1_000)} ago`;
}

const trim = (value: number, digits: number): string => value.toFixed(digits).replace(/\.0$/, "");

/** Formats a number of things: `1 instance`, `1,000 instances`. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

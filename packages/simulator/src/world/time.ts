// The only file of the pure layers that may use `Date`, and only with an argument.

/** Milliseconds since the Unix epoch; also the unit of durations. */
export type Millis = number;

/** The last instant of the year 9999, because ISO 8601 years have four digits. No clock passes it. */
export const endOfTime: Millis = 253_402_300_799_999;

/** A minute, the unit of `ttlMinutes`. Spec 2.7. */
export const minute: Millis = 60_000;

export const day: Millis = 86_400_000;

/** Formats an instant as an ISO 8601 timestamp in UTC. Spec 2.2. */
export const toIso = (at: Millis): string => new Date(at).toISOString();

/** Formats an instant as an HTTP date, rounded up to a whole second, but not past the year 9999. */
export const toHttpDate = (at: Millis): string =>
  new Date(Math.min(endOfTime, Math.ceil(at / 1_000) * 1_000)).toUTCString();

/** Milliseconds since the Unix epoch; also the unit of durations. */
export type Millis = number;

/** The last instant of the year 9999; no clock passes it, for ISO 8601 writes four digits of a year. */
export const endOfTime: Millis = 253_402_300_799_999;

/** A minute, the unit of `ttlMinutes`. Spec 2.7. */
export const minute: Millis = 60_000;

/** A day. */
export const day: Millis = 86_400_000;

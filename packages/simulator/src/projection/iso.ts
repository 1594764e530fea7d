import type { Millis } from "../world/time.ts";

/** Writes an instant as an ISO 8601 timestamp in UTC. The one file of the pure rooms that knows `Date`. Spec 2.2. */
export const toIso = (at: Millis): string => new Date(at).toISOString();

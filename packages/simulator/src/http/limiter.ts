import { type Millis, minute } from "../world/time.ts";
import type { Limiter } from "./deps.ts";

/** How many calls a minute a world lets through until a tester says otherwise. Gap `rate-limit`. */
export const usualCallsPerMinute = 60;

/** Counts the calls of each world minute by minute, each minute from its first call on. Gap `rate-limit`. */
export function createLimiter(): Limiter {
  const windows = new Map<string, { readonly since: Millis; readonly calls: number }>();
  return {
    admit(world, at, callsPerMinute) {
      const known = windows.get(world);
      // A world that was reset or taken back to a checkpoint may be at an earlier time than its last minute.
      const isCurrent = known !== undefined && at >= known.since && at - known.since < minute;
      const { since, calls } = isCurrent ? known : { since: at, calls: 0 };
      windows.set(world, { since, calls: calls + 1 });
      return calls < callsPerMinute ? 0 : since + minute - at;
    },
  };
}

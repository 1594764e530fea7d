import { type Millis, minute } from "../world/time.ts";
import type { Limiter } from "./deps.ts";

const callsPerMinute = 60;

/** Admits 60 calls a minute for each world, counted from the first of them. Gap `rate-limit`. */
export function createLimiter(): Limiter {
  const windows = new Map<string, { readonly since: Millis; readonly calls: number }>();
  return {
    admit(world, at) {
      const known = windows.get(world);
      const current = known !== undefined && at - known.since < minute ? known : { since: at, calls: 0 };
      windows.set(world, { since: current.since, calls: current.calls + 1 });
      return current.calls < callsPerMinute ? 0 : current.since + minute - at;
    },
  };
}

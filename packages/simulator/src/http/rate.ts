import { cite } from "../machine/result.ts";
import type { Deps } from "./deps.ts";
import type { WorldExchange } from "./exchange.ts";
import { RefusalError } from "./refusal-error.ts";

/**
 * Holds a world to its rate. Spec 8; gap `rate-limit`.
 *
 * @throws {RefusalError} `RATE_LIMITED` with `Retry-After` in seconds.
 */
export function limitRate({ limiter }: Deps, { profile, world, settings, now, because }: WorldExchange): void {
  because(cite(profile, "rate-limit"));
  if (profile["rate-limit"] === "none") return;
  const wait = limiter.admit(world, now, settings.callsPerMinute);
  if (wait === 0) return;
  throw new RefusalError("RATE_LIMITED", "Too many calls.", [], {
    "retry-after": `${Math.ceil(wait / 1_000)}`,
  });
}

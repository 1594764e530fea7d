import type { SimulatorContext } from "../context/context.ts";
import { readingBasis } from "../engine/result.ts";
import type { WorldExchange } from "./app.ts";
import { RefusalError } from "./errors.ts";

/**
 * Holds a world to its rate. Spec 8; gap `rate-limit`.
 *
 * @throws {RefusalError} `RATE_LIMITED` with `Retry-After` in seconds.
 */
export function limitRate(
  { limiter }: SimulatorContext,
  { profile, world, settings, now, because }: WorldExchange,
): void {
  because(readingBasis(profile, "rate-limit"));
  if (profile["rate-limit"] === "none") return;
  const wait = limiter.admit(world, now, settings.callsPerMinute);
  if (wait === 0) return;
  throw new RefusalError("RATE_LIMITED", "Too many calls.", [], {
    "retry-after": `${Math.ceil(wait / 1_000)}`,
  });
}

import type { SimulatorContext } from "../context/context.ts";
import { RefusalError } from "./errors.ts";
import type { WorldRequest } from "./request.ts";

/**
 * Refuses a request above the rate of its world. Spec 8; gap `rate-limit`.
 *
 * @throws {RefusalError} `RATE_LIMITED` with `Retry-After` in seconds.
 */
export function limitRate({ limiter }: SimulatorContext, { world, settings, now, recorder }: WorldRequest): void {
  if (recorder.reading("rate-limit") === "none") return;
  const wait = limiter.admit(world, now, settings.callsPerMinute);
  if (wait === 0) return;
  const headers = { "retry-after": `${Math.ceil(wait / 1_000)}` };
  throw new RefusalError("RATE_LIMITED", "Too many requests.", [], { headers });
}

import type { RouteName } from "@journey-kit/schemas/paths";
import { JourneyError } from "./base.ts";

/**
 * No response arrived in time. The call had no effect or is safe to retry; otherwise this error is the `cause` of an
 * `UnknownOutcomeError`.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   (nothing for 30 seconds, four times)
 * ```
 */
export class TimeoutError extends JourneyError {
  override readonly name = "TimeoutError";
  /** The endpoint that was called. */
  declare readonly route: RouteName;
  /** How long the call waited, in milliseconds. */
  declare readonly timeoutMs: number;

  constructor(route: RouteName, timeoutMs: number) {
    super(`${route} did not respond in ${timeoutMs} ms.`);
    this.route = route;
    this.timeoutMs = timeoutMs;
  }
}

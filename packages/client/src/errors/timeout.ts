import type { RouteName } from "@journey-kit/schemas/paths";
import { JourneyError } from "./base.ts";

/**
 * No response arrived in time. If the request may have been executed and is not safe to repeat, the call throws an
 * `UnknownOutcomeError` with this error as its `cause`.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   (nothing for 30 seconds, four times)
 * ```
 */
export class TimeoutError extends JourneyError {
  override readonly name = "TimeoutError";
  /** The endpoint of the request. */
  declare readonly route: RouteName;
  /** The time limit of the request in milliseconds. */
  declare readonly timeoutMs: number;

  constructor(route: RouteName, timeoutMs: number) {
    super(`${route} did not respond within ${timeoutMs} ms.`);
    this.route = route;
    this.timeoutMs = timeoutMs;
  }
}

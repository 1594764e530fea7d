import type { RouteName } from "@journey-kit/schemas/paths";

/**
 * No answer came in time. Nothing was done, or what was done can be repeated without harm: where that is not so, it is
 * the cause of an `UnknownOutcomeError`.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   (nothing for 30 seconds, four times)
 * ```
 */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
  /** The endpoint that was called. */
  declare readonly route: RouteName;
  /** Milliseconds that were waited. */
  declare readonly timeout: number;

  constructor(route: RouteName, timeout: number) {
    super(`${route} gave no answer in ${timeout} ms.`);
    this.route = route;
    this.timeout = timeout;
  }
}

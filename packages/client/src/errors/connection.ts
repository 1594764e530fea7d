import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import type { RouteName } from "@journey-kit/schemas/paths";
import { JourneyError } from "./base.ts";

/**
 * No complete response arrived: the address is unreachable, or the connection broke. Its `cause` is the error of
 * `fetch`. Carries no status, because there was none. If the request may have been executed and must not be repeated,
 * this error is the `cause` of an `UnknownOutcomeError`.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   (connection refused)
 * ```
 */
export class ConnectionError extends JourneyError {
  override readonly name = "ConnectionError";
  /** The endpoint that was called. */
  declare readonly route: RouteName | ControlRouteName;

  constructor(route: RouteName | ControlRouteName, cause: unknown) {
    super(`${route} got no response.`, { cause });
    this.route = route;
  }
}

import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import type { RouteName } from "@journey-kit/schemas/paths";
import { JourneyError } from "./base.ts";

/**
 * No complete response arrived: the address is unreachable, or the connection broke. `cause` is the error of `fetch`.
 * If the request may have been executed and is not safe to repeat, the call throws an `UnknownOutcomeError` with this
 * error as its `cause`.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   (connection refused)
 * ```
 */
export class ConnectionError extends JourneyError {
  override readonly name = "ConnectionError";
  /** The endpoint of the service, or of a simulator's control plane. */
  declare readonly route: RouteName | ControlRouteName;

  constructor(route: RouteName | ControlRouteName, cause: unknown) {
    super(`No response from ${route}.`, { cause });
    this.route = route;
  }
}

import type { RouteName } from "@journey-kit/schemas/paths";
import { JourneyError } from "./base.ts";

/**
 * A body violates the specification. If the request is invalid, nothing was sent. If the response is invalid, the call
 * has succeeded. Contains paths but no values. Thrown only if the option `validate` is set.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   200   {"instanceId": 7}
 * ```
 */
export class ValidationError extends JourneyError {
  override readonly name = "ValidationError";
  declare readonly side: "request" | "response";
  declare readonly route: RouteName;
  /** Up to 20 problems in the form `path: kind`, for example `context.subject: missing`. */
  declare readonly issues: readonly string[];

  constructor(side: "request" | "response", route: RouteName, issues: readonly string[]) {
    super(`Invalid ${side} for ${route}: ${issues.join(", ")}.`);
    this.side = side;
    this.route = route;
    this.issues = issues;
  }
}

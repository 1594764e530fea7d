import type { RouteName } from "@journey-kit/schemas/paths";
import { JourneyError } from "./base.ts";

/**
 * A body violates the specification. If it is a request, nothing was sent. If it is a response, the call has succeeded.
 * Carries paths and no values. Thrown only if the client has `validate`.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   200   {"instanceId": 7}
 * ```
 */
export class ValidationError extends JourneyError {
  override readonly name = "ValidationError";
  declare readonly side: "request" | "response";
  declare readonly route: RouteName;
  /** The problems as `path: kind`, for example `context.subject: missing`; at most 20. */
  declare readonly issues: readonly string[];

  constructor(side: "request" | "response", route: RouteName, issues: readonly string[]) {
    super(`The ${side} of ${route} is not as specified: ${issues.join(", ")}.`);
    this.side = side;
    this.route = route;
    this.issues = issues;
  }
}

import type { RouteName } from "@journey-kit/schemas/paths";
/**
 * The call succeeded, but its response violates the specification. Carries paths and no values. Thrown only if the
 * client has `validate`.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   200   {"instanceId": 7}
 * ```
 */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
  declare readonly route: RouteName;
  /** The problems as `path: kind`, for example `instanceId: invalid_type`; at most 20. */
  declare readonly issues: readonly string[];

  constructor(route: RouteName, issues: readonly string[]) {
    super(`The response of ${route} is not as specified: ${issues.join(", ")}.`);
    this.route = route;
    this.issues = issues;
  }
}

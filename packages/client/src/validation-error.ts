import type { RouteName } from "@journey-kit/schemas/paths";

/**
 * The service did what it was asked, and its answer is not of the form that the specification gives. It carries paths
 * and no values. Thrown only where a client was given `validate`.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   200   {"instanceId": 7}
 * ```
 */
export class ValidationError extends Error {
  override readonly name = "ValidationError";
  declare readonly route: RouteName;
  /** What is wrong, as `path: kind`, for example `instanceId: invalid_type`; at most 20. */
  declare readonly issues: readonly string[];

  constructor(route: RouteName, issues: readonly string[]) {
    super(`The answer of ${route} is not as specified: ${issues.join(", ")}.`);
    this.route = route;
    this.issues = issues;
  }
}

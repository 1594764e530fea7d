import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import type { RouteName } from "@journey-kit/schemas/paths";
import type { ErrorEntry } from "./error-entry.ts";

/**
 * The service returned an error. Carries nothing from the request: no token, no personal data. Spec 7.
 *
 * ```
 * POST /v2/captain/journey/interaction/submit   ->   409
 * X-Request-ID: 5f0c…                                {"errors": [{"code": "4090", "name": "DUPLICATE_ELEMENT", …}]}
 * ```
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The endpoint that was called, on the service or on a simulator's control plane. */
  declare readonly route: RouteName | ControlRouteName;
  /** HTTP status. Below 300 if the response was a success without valid JSON. */
  declare readonly status: number;
  /** The errors that the service listed; empty if the body has no form that the specification defines. */
  declare readonly errors: readonly ErrorEntry[];
  /** Request id to quote in a support request. Spec 7. */
  declare readonly requestId: string | undefined;
  /** Milliseconds to wait before retrying, from `Retry-After`. */
  declare readonly retryAfter: number | undefined;

  constructor(
    route: RouteName | ControlRouteName,
    status: number,
    errors: readonly ErrorEntry[],
    requestId: string | undefined,
    retryAfter?: number,
  ) {
    const problems = errors.map(({ name, problem }) => `${name}: ${problem}`).join("; ");
    super(`${route} answered ${status}${problems && ` ${problems}`}${requestId ? ` (request ${requestId})` : ""}`);
    this.route = route;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

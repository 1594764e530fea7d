import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import type { RouteName } from "@journey-kit/schemas/paths";
import type { ErrorEntry } from "./error-entry.ts";

/**
 * The service answered, and the answer was no. It carries nothing of the request: no token, no personal data. Spec 7.
 *
 * ```
 * POST /v2/captain/journey/interaction/submit   ->   409
 * X-Request-ID: 5f0c…                                {"errors": [{"code": "4090", "name": "DUPLICATE_ELEMENT", …}]}
 * ```
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The endpoint that was called: a row of the service, or of a simulator's control plane. */
  declare readonly route: RouteName | ControlRouteName;
  /** HTTP status. An answer that promised success and held no JSON is an error with a status below 300. */
  declare readonly status: number;
  /** What went wrong; empty where the service did not say so in a form that the specification knows. */
  declare readonly errors: readonly ErrorEntry[];
  /** To quote when asking for help. Spec 7. */
  declare readonly requestId: string | undefined;
  /** Milliseconds after which the service asks to come again: its `Retry-After`. */
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

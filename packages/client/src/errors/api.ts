import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import type { ErrorName, ExtendedLocation } from "@journey-kit/schemas/errors";
import type { RouteName } from "@journey-kit/schemas/paths";
import { JourneyError } from "./base.ts";

/** A word from the specification, or any other that a service sends. */
type Open<Word extends string> = Word | (string & {});

/** One error that a service reported. Spec 7. */
export interface ErrorEntry {
  /** Numeric, as text. Absent in the older form of v1. */
  readonly code?: string;
  readonly name: Open<ErrorName>;
  readonly problem: string;
  /** What to do about it. Absent in the older form of v1. */
  readonly action?: string;
  /** Where the error occurred. Gap `error-location-values`. */
  readonly location?: Open<NonNullable<ExtendedLocation>>;
}
/**
 * The service refused a request, or its response was no JSON. Carries nothing of the request: no token, no personal
 * data. Spec 7.
 *
 * ```
 * POST /v2/captain/journey/interaction/submit   ->   409
 * X-Request-ID: 5f0c…                                {"errors": [{"code": "4090", "name": "DUPLICATE_ELEMENT", …}]}
 * ```
 */
export class ApiError extends JourneyError {
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
  declare readonly retryAfterMs: number | undefined;

  constructor(
    route: RouteName | ControlRouteName,
    status: number,
    errors: readonly ErrorEntry[],
    requestId: string | undefined,
    retryAfterMs?: number,
  ) {
    const problems = errors.map(({ name, problem }) => `${name}: ${problem}`).join("; ");
    super(`${route} answered ${status}${problems && ` ${problems}`}${requestId ? ` (request ${requestId})` : ""}`);
    this.route = route;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import type { ErrorName, ExtendedLocation } from "@journey-kit/schemas/errors";
import type { RouteName } from "@journey-kit/schemas/paths";
import { JourneyError } from "./base.ts";

/** A word from the specification, or any other word that a service sends. */
type Open<Word extends string> = Word | (string & {});

/** One error that a service reported. Spec 7. */
export interface ErrorEntry {
  /** A number as text, for example `4002`. Absent in the older v1 form. */
  readonly code?: string;
  readonly name: Open<ErrorName>;
  readonly problem: string;
  /** How to fix the error. Absent in the older v1 form. */
  readonly action?: string;
  /** Where the error occurred. Gap `error-location-values`. */
  readonly location?: Open<NonNullable<ExtendedLocation>>;
}
/**
 * The service refused a request, or the response was not JSON. The error never contains request data or a token. Spec 7.
 *
 * ```
 * POST /v2/captain/journey/interaction/submit   ->   409
 * X-Request-ID: 5f0c…                                {"errors": [{"code": "4090", "name": "DUPLICATE_ELEMENT", …}]}
 * ```
 */
export class ApiError extends JourneyError {
  override readonly name = "ApiError";
  /** The endpoint of the service, or of a simulator's control plane. */
  declare readonly route: RouteName | ControlRouteName;
  /** HTTP status. Below 300 if a 2xx response had no valid JSON. */
  declare readonly status: number;
  /** The errors in the body; empty if the body has no form that the specification defines. */
  declare readonly errors: readonly ErrorEntry[];
  /** Id of the request, to quote to the service's support. Spec 7. */
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
    super(
      `${route} responded with ${status}${problems && ` ${problems}`}${requestId ? ` (request ${requestId})` : ""}`,
    );
    this.route = route;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

import type { ControlRouteName } from "@journey-kit/schemas/calls";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import type { ErrorName, ExtendedLocation } from "@journey-kit/schemas/tables";

/**
 * Base class of the client's errors.
 *
 * Two errors do not extend this class: the `TypeError` for an invalid option or argument, and the reason of an aborted
 * signal, which is thrown unchanged.
 */
export class JourneyError extends Error {
  override readonly name: string = "JourneyError";
}

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
  /** Path of the wrong member, such as `rules[0].then.outcome`. Only a simulator's control API sends it. */
  readonly path?: string;
}

/**
 * The service refused a request, or the response was not JSON. Tokens in the service's texts are redacted. Spec 7.
 *
 * ```
 * POST /v2/captain/journey/interaction/submit   ->   409
 * X-Request-ID: 5f0c…                                {"errors": [{"code": "4090", "name": "DUPLICATE_ELEMENT", …}]}
 * ```
 */
export class ApiError extends JourneyError {
  override readonly name = "ApiError";
  /** The endpoint of the service, or of a simulator's control API. */
  declare readonly route: EndpointName | ControlRouteName;
  /** HTTP status. Below 300 if a 2xx response had no valid JSON. */
  declare readonly status: number;
  /** The errors in the body; empty if the body has no form that the specification defines. */
  declare readonly errors: readonly ErrorEntry[];
  /** Id of the request; quote it when you contact the service's support. Spec 7. */
  declare readonly requestId: string | undefined;
  /** Milliseconds to wait before retrying, from `Retry-After`. */
  declare readonly retryAfterMs: number | undefined;

  constructor(
    route: EndpointName | ControlRouteName,
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

/**
 * The token endpoint returned no usable token. Contains no client secret, password or token. Spec 4.1.
 *
 * ```
 * POST /as/token.oauth2   ->   401
 * grant_type=…                 {"error": "invalid_client", "error_description": "…"}
 * ```
 */
export class AuthError extends JourneyError {
  override readonly name = "AuthError";
  /** HTTP status. */
  declare readonly status: number;
  /** Error code, usually one of RFC 6749 5.2, such as `invalid_client`; undefined if the response has none. */
  declare readonly error: string | undefined;
  declare readonly requestId: string | undefined;
  /** Milliseconds to wait before retrying, from `Retry-After`. */
  declare readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    { status, requestId, retryAfterMs }: Pick<ApiError, "status" | "requestId"> & Partial<ApiError>,
    error?: string,
  ) {
    super(message);
    this.status = status;
    this.error = error;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

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
  /** The endpoint of the service, or of a simulator's control API. */
  declare readonly route: EndpointName | ControlRouteName;

  constructor(route: EndpointName | ControlRouteName, cause: unknown) {
    super(`No response from ${route}.`, { cause });
    this.route = route;
  }
}

/**
 * No complete response arrived in time. If the request may have been executed and is not safe to repeat, the call
 * throws an `UnknownOutcomeError` with this error as its `cause`.
 *
 * ```
 * POST /v2/captain/journey/state/fetch   ->   (nothing for 120 seconds)
 * ```
 */
export class TimeoutError extends JourneyError {
  override readonly name = "TimeoutError";
  /** The endpoint of the request. */
  declare readonly route: EndpointName;
  /** The time limit of the request or of the whole call, in milliseconds. */
  declare readonly timeoutMs: number;

  constructor(route: EndpointName, timeoutMs: number) {
    super(`${route} did not respond within ${timeoutMs} ms.`);
    this.route = route;
    this.timeoutMs = timeoutMs;
  }
}

/** Identifies a request whose outcome is unknown. */
export interface Sent {
  /** Time of the call in milliseconds, by the client's clock. */
  readonly at: number;
  /** The caller's `X-Request-ID`. Gap `x-request-id-echo`. */
  readonly requestId?: string;
  /** The journey to start. */
  readonly resourceId?: string;
  /** The correlation identifier of a start. Spec 2.8. */
  readonly uid?: string;
  readonly instanceId?: string;
  readonly interactionId?: string;
  readonly taskId?: string;
}

/**
 * The response to a request was lost or contained no instance id, and the request is not safe to repeat. The service
 * may have executed it. `cause` describes the failed attempt. `sent` contains the ids of the request and no other data.
 *
 * Before you start a journey again, look for an instance with the same `uid`, or give the request id to the service's
 * support.
 *
 * ```
 * POST /v2/captain/journey/start   ->   (the connection ends, or 504)
 * ```
 */
export class UnknownOutcomeError extends JourneyError {
  override readonly name = "UnknownOutcomeError";
  declare readonly route: EndpointName;
  declare readonly sent: Sent;

  constructor(route: EndpointName, sent: Sent, cause: unknown) {
    super(`Lost the response to ${route}. The request may have succeeded.`, { cause });
    this.route = route;
    this.sent = sent;
  }
}

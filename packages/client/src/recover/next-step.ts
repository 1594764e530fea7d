import { memberOf, retries } from "@journey-kit/schemas/calls";

/**
 * What is known about the request of a failed attempt.
 *
 * - `unsent`: nothing was sent, for example because there was no token.
 * - `unauthorized`: the service refused a token that the client can replace.
 * - `refused`: the service did not execute the request, and a retry would fail too.
 * - `postponed`: the service did not execute the request, and a retry may succeed.
 * - `lost`: the service may have executed the request.
 */
export type FailureKind = "unsent" | "unauthorized" | "refused" | "postponed" | "lost";

/**
 * Classifies the error of a request.
 *
 * With a 425, a 429, or a 503 with `Retry-After`, the service refuses to execute the request now. Any other 5xx and a 408
 * count as `lost`. A gateway may send one while the service is still working, and a synchronous v1 start that returns a
 * 5xx may still create an instance. Spec 7; gap `v1-sync-failed-instance`.
 */
export function failureKindOf(error: unknown, isTokenReplaceable: boolean): FailureKind {
  const status = statusOf(error);
  const cause = memberOf(error, "cause");
  const code = memberOf(cause, "code") ?? memberOf(memberOf(cause, "cause"), "code");
  if (status === 401 && isTokenReplaceable) return "unauthorized";
  // Platform codes for a failed connection, and the HTTP/2 code for an unprocessed request.
  const isUnconnected = /REFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT/i.test(String(code));
  const isDeferred = status === 503 && retryAfterOf(error) !== undefined;
  if ([425, 429].includes(status) || isDeferred || isUnconnected) return "postponed";
  return status >= 300 && status < 500 && status !== 408 ? "refused" : "lost";
}

/** The HTTP status of an error; `NaN` if it has none. */
export const statusOf = (error: unknown): number => Number(memberOf(error, "status"));

/** Milliseconds that the service asked to wait in `Retry-After`; undefined if it asked for nothing. Spec 7. */
export const retryAfterOf = (error: unknown): number | undefined => Object(error).retryAfterMs;

/**
 * What to do if a response is lost. `always`: retry. `reconcile`: find out whether the call succeeded, and retry only
 * if that is safe. `never`: throw `UnknownOutcomeError`.
 */
export type RetryPolicy = "always" | "reconcile" | "never";

/** Returns the retry policy of an endpoint. */
export const retryPolicyOf = (name: string): RetryPolicy => retries[name as keyof typeof retries] ?? "always"; // most are not in the table

/** The state of a call after a failed attempt. */
export interface AttemptState {
  readonly policy: RetryPolicy;
  /** Whether an earlier attempt of the call may have been executed. */
  readonly isInDoubt: boolean;
  readonly retriesLeft: number;
  /** How long to wait before another attempt, in milliseconds. Spec 4.4. */
  readonly pauseMs: number;
  /** How long the call may still take, in milliseconds. */
  readonly leftMs: number;
  /** Evidence about the lost request; undefined if the client has not fetched the instance yet. */
  readonly evidence?: "absent" | "unknown" | undefined;
}

/**
 * What to do after a failed attempt.
 *
 * - `retry`: pause, then send the request again.
 * - `refresh`: send the request again with another token.
 * - `reconcile`: pause, then find out whether the service executed the request.
 * - `fail`: throw the error of the attempt.
 * - `unknown`: throw an `UnknownOutcomeError`.
 */
export type NextStep = "retry" | "refresh" | "reconcile" | "fail" | "unknown";

/**
 * Decides what to do after a failed attempt. Spec 4.2, 4.4.
 *
 * A request that may have been executed is sent again only if its policy is `always`, or if the evidence shows that a
 * retry is safe.
 */
export function nextStep(kind: FailureKind, state: AttemptState): NextStep {
  const { policy, isInDoubt, retriesLeft, pauseMs, leftMs, evidence } = state;
  const isLost = kind === "lost";
  const mayBeDone = isInDoubt || (isLost && policy !== "always");
  const giveUp = mayBeDone ? "unknown" : "fail";
  if (kind === "unauthorized") return "refresh";
  if (kind === "unsent" || pauseMs > leftMs) return giveUp;
  if (mayBeDone && kind !== "postponed") {
    if (policy !== "reconcile") return giveUp;
    if (evidence === undefined) return "reconcile";
    return evidence === "absent" && isLost && retriesLeft > 0 ? "retry" : giveUp;
  }
  return kind !== "refused" && retriesLeft > 0 ? "retry" : giveUp;
}

import { memberOf } from "@journey-kit/schemas/subject-path";

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

// Platform codes for a failed connection, and the HTTP/2 code for an unprocessed request.
const unconnected = /REFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT/i;

/**
 * Classifies the error of a request.
 *
 * A 408 or 5xx counts as `lost`. A gateway may send one while the service is still working, and a synchronous v1 start
 * that returns a 5xx may still create an instance. Spec 7; gap `v1-sync-failed-instance`.
 */
export function failureKindOf(error: unknown, isTokenReplaceable: boolean): FailureKind {
  const status = statusOf(error);
  const cause = memberOf(error, "cause");
  const code = memberOf(cause, "code") ?? memberOf(memberOf(cause, "cause"), "code");
  if (status === 401 && isTokenReplaceable) return "unauthorized";
  if (status === 429 || unconnected.test(String(code))) return "postponed";
  return status >= 300 && status < 500 && status !== 408 ? "refused" : "lost";
}

/** The HTTP status of an error; `NaN` if no response arrived. */
export const statusOf = (error: unknown): number => Number(memberOf(error, "status"));

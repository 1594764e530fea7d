import { memberOf } from "../json.ts";
/**
 * What a failure says about its request. `refused`: it was not processed, and a retry would fail too. `undone`: it
 * was not processed, and a retry may succeed. `lost`: it may have been processed.
 */
export type FailureKind = "refused" | "undone" | "lost";

// Platform codes for a failed connection, and the HTTP/2 code for an unprocessed request.
const unsent = /REFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT/i;

/**
 * Classifies a failed request.
 *
 * Spec 7 lists few error statuses. A gateway may send a 408 or 5xx while the service is still working, and a
 * synchronous v1 start that returns 5xx may still create an instance (gap `v1-sync-failed-instance`).
 */
export function failureKindOf(error: unknown): FailureKind {
  const status = statusOf(error);
  const code = memberOf(error, "code") ?? memberOf(memberOf(error, "cause"), "code");
  if (status === 429 || unsent.test(String(code))) return "undone";
  return status >= 300 && status < 500 && status !== 408 ? "refused" : "lost";
}

/** The HTTP status of an error; `NaN` if no response arrived. */
export const statusOf = (error: unknown): number => Number(memberOf(error, "status"));

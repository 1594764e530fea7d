import { memberOf } from "./json.ts";

/**
 * What a failure says about its request. `refused`: nothing was done, and nothing would be the next time. `undone`:
 * nothing was done, and it may be another time. `lost`: it may have been done.
 */
export type Fate = "refused" | "undone" | "lost";

// What platforms call a connection that never came about, and HTTP/2 a request that was not looked at.
const unsent = /REFUSED|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT/i;

/**
 * Reads what a failure says about the request.
 *
 * Spec 7 names the statuses of few refusals. A 408 or 5xx may come from a gateway while the service goes on working, and
 * a synchronous v1 start that answers 5xx may leave an instance (gap `v1-sync-failed-instance`).
 */
export function fateOf(error: unknown): Fate {
  const status = statusOf(error);
  const code = memberOf(error, "code") ?? memberOf(memberOf(error, "cause"), "code");
  if (status === 429 || unsent.test(String(code))) return "undone";
  return status >= 300 && status < 500 && status !== 408 ? "refused" : "lost";
}

/** The HTTP status of a refusal; not a number where no answer came. */
export const statusOf = (error: unknown): number => Number(memberOf(error, "status"));

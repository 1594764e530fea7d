import type { CallOptions } from "./call.ts";
import { memberOf } from "./json.ts";

/** What identifies a request whose outcome is unknown. */
export interface Sent {
  /** Time of the first attempt, in milliseconds of the client's clock. */
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

/** Extracts the ids of a request; errors contain no other personal data. */
export const toSent = (at: number, body: unknown, headers: CallOptions["headers"]): Sent => {
  const uid = memberOf(memberOf(memberOf(body, "context"), "subject"), "uid");
  const requestId = new Headers(headers).get("x-request-id");
  const named = Object.entries({ ...Object(body), uid, requestId }); // the ids in the body
  return { at, ...Object.fromEntries(named.filter(([name, id]) => typeof id === "string" && /id$/i.test(name))) };
};

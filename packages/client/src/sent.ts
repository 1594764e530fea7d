import type { CallOptions } from "./call.ts";
import { memberOf } from "./json.ts";

/** What a caller needs to find out what became of a request. */
export interface Sent {
  /** When it was first sent, in milliseconds of the client's clock. */
  readonly at: number;
  /** The `X-Request-ID` that the caller sent along. Gap `x-request-id-echo`. */
  readonly requestId?: string;
  /** The journey that was to start. */
  readonly resourceId?: string;
  /** The correlation identifier of a start. Spec 2.8. */
  readonly uid?: string;
  readonly instanceId?: string;
  readonly interactionId?: string;
  readonly taskId?: string;
}

/** Takes out of a request what identifies it; no other data of a person goes into an error. */
export const toSent = (at: number, body: unknown, headers: CallOptions["headers"]): Sent => {
  const uid = memberOf(memberOf(memberOf(body, "context"), "subject"), "uid");
  const requestId = new Headers(headers).get("x-request-id");
  const named = Object.entries({ ...Object(body), uid, requestId }); // of a body, its ids
  return { at, ...Object.fromEntries(named.filter(([name, id]) => typeof id === "string" && /id$/i.test(name))) };
};

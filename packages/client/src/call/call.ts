import type { MethodName } from "./bodies.ts";

/** Time limits in milliseconds, at most one hour. */
export interface Timeout {
  /** Limit for the whole call, including tokens, pauses and retries; default 120,000. */
  readonly total?: number;
  /** Limit for one request; default 30,000. A start is never retried, so it may take as long as the whole call. */
  readonly attempt?: number;
}

/** Options of a single call. */
export interface CallOptions {
  /**
   * Aborts the call: it sends nothing more and rejects with the signal's reason. A request that was already sent may
   * have arrived, so an aborted start may have happened.
   */
  readonly signal?: AbortSignal | undefined;
  /** Extra headers, for example `X-Request-ID`. The client still sets `Content-Type` and `Authorization`. Spec 4. */
  readonly headers?: NonNullable<ConstructorParameters<typeof Headers>[0]>;
  /** A bearer token for this call instead of the client's, for example an end user's. Gap `interaction-token`. */
  readonly token?: string | undefined;
  /** Overrides the client's timeouts, field by field. */
  readonly timeout?: Timeout;
  /** Overrides the client's maximum number of retries. */
  readonly retries?: number;
}

/** A response body with its status and headers. Spec 7. */
export interface Answer<Body> {
  readonly body: Body;
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** Identifies the request in the service's logs: the `X-Request-ID` header. Spec 7. */
  readonly requestId: string | undefined;
  /**
   * Set if the response was lost and a later request proved that the call succeeded. Status, headers and request id
   * then belong to that later response.
   */
  readonly isReconciled?: true;
}

/** A pending call. Await it for the body, or use `withResponse` for the whole response. */
export interface Call<Body> extends Promise<Body> {
  /**
   * Resolves to the body with its status, headers and request id.
   *
   * @example
   * const { body, requestId } = await client.v2.fetchState({ instanceId }).withResponse();
   */
  withResponse(): Promise<Answer<Body>>;
}

/** Wraps a pending response in a call. */
export function toCall<Body>(answer: Promise<Answer<Body>>): Call<Body> {
  const body = answer.then((answered) => answered.body);
  return Object.assign(body, {
    withResponse(): Promise<Answer<Body>> {
      body.catch(() => {}); // the caller now awaits the response, so nobody handles a rejected body
      return answer.then((answered) => answered); // a separate promise: an unawaited rejection is still reported
    },
  });
}

/** Sends a body to an endpoint. */
export type Send = (name: MethodName, body: unknown, options?: CallOptions) => Promise<Answer<unknown>>;

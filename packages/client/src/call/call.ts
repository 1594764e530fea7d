import type { MethodName } from "./bodies.ts";

/** Headers in any form that `fetch` accepts. */
export type HeadersOption = NonNullable<ConstructorParameters<typeof Headers>[0]>;

/** Limits of a call. */
export interface CallLimits {
  /** Limit for the whole call in milliseconds, including tokens, pauses and retries; default 120,000, at most an hour. */
  readonly timeoutMs?: number | undefined;
  /**
   * Limit for one request of the call in milliseconds; default 30,000. A start is never retried, so it may take as long
   * as the whole call.
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Maximum number of retries, if a retry is safe; default 3. */
  readonly maxRetries?: number | undefined;
}

/** Options of a single call. They override those of the client. */
export interface CallOptions extends CallLimits {
  /**
   * Aborts the call: it sends nothing more and rejects with the signal's reason. A request that was already sent may
   * have arrived, so an aborted start may have happened.
   */
  readonly signal?: AbortSignal | undefined;
  /** Extra headers, for example `X-Request-ID`. The client still sets `Content-Type` and `Authorization`. Spec 4. */
  readonly headers?: HeadersOption | undefined;
  /** A bearer token for this call instead of the client's, for example an end user's. Gap `interaction-token`. */
  readonly token?: string | undefined;
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

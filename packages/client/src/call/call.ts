/** Headers in any form that `fetch` accepts. */
export type HeadersOption = NonNullable<ConstructorParameters<typeof Headers>[0]>;

/** Time and retry limits of a call. Times are numbers from 1 to 2,147,483,647. */
export interface CallLimits {
  /** Limit for the whole call in milliseconds, including tokens, pauses and retries; default 120,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Limit for one request of the call in milliseconds; default 30,000. The default for a start is `timeoutMs`, because
   * the client does not retry a start that timed out.
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Maximum number of retries of a call that is safe to retry; default 3. */
  readonly maxRetries?: number | undefined;
}

/** Options for a single call. They override the client's options. */
export interface CallOptions extends CallLimits {
  /**
   * Aborts the call, which then rejects with the signal's reason. The service may still execute a request that the
   * client has already sent.
   */
  readonly signal?: AbortSignal | undefined;
  /** Extra headers, such as `X-Request-ID`. They cannot replace `Accept`, `Authorization` or `Content-Type`. Spec 4. */
  readonly headers?: HeadersOption | undefined;
  /** A bearer token to use instead of the client's own, for example an end user's token. Gap `interaction-token`. */
  readonly token?: string | undefined;
}

/** A response body with its status and headers. Spec 7. */
export interface Answer<Body> {
  readonly body: Body;
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The `X-Request-ID` header, which identifies the request in the service's logs. Spec 7. */
  readonly requestId: string | undefined;
  /**
   * Set if the response was lost but a later request proved that the call succeeded. `status`, `headers` and
   * `requestId` are then those of the later response.
   */
  readonly isReconciled?: true;
}

/** A pending call. Await the call to get the body, or `withResponse()` to get the whole response. */
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
export function createCall<Body>(answer: Promise<Answer<Body>>): Call<Body> {
  const body = answer.then((answered) => answered.body);
  return Object.assign(body, {
    withResponse(): Promise<Answer<Body>> {
      body.catch(() => {}); // the caller awaits only the response, so a rejection of the body would be unhandled
      return answer.then((answered) => answered); // a separate promise, so that an unhandled rejection is reported
    },
  });
}

/** What one call may add to what the client does anyway. */
export interface CallOptions {
  /** Ends the call; it then rejects with the reason of the signal, and sends nothing more. */
  readonly signal?: AbortSignal;
  /** Headers for this call, for example `X-Request-ID`; content type and authorization stay the client's. Spec 4. */
  readonly headers?: NonNullable<ConstructorParameters<typeof Headers>[0]>;
  /** A bearer token for this call instead of the client's, for example an end user's. Gap `interaction-token`. */
  readonly token?: string;
}

/** A body with all that came beside it. Spec 7. */
export interface Answer<Body> {
  readonly body: Body;
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** Identifies the request in the logs of the service: the `X-Request-ID` header. Spec 7. */
  readonly requestId: string | undefined;
}

/** A call under way: awaited, it gives the body; asked, it gives the whole answer. */
export interface Call<Body> extends Promise<Body> {
  /**
   * Gives status, headers and request id beside the body.
   *
   * @example
   * const { body, requestId } = await client.v2.fetchState({ instanceId }).withResponse();
   */
  withResponse(): Promise<Answer<Body>>;
}

/** Makes a call of an answer that is under way. */
export function toCall<Body>(answer: Promise<Answer<Body>>): Call<Body> {
  const body = answer.then((answered) => answered.body);
  return Object.assign(body, {
    withResponse(): Promise<Answer<Body>> {
      body.catch(() => {}); // a refusal is now told through the answer; nobody waits for the body
      return answer.then((answered) => answered);
    },
  });
}

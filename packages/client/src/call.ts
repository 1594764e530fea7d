import type { MethodName } from "./bodies.ts";
/** How long a call may take, in milliseconds, an hour at most. */
export interface Timeout {
  /** The whole call, with tokens, pauses and repetitions; 120,000 where left out. */
  readonly total?: number;
  /** One request; 30,000 where left out, and for a start, which is not repeated, as long as the whole call. */
  readonly attempt?: number;
}

/** What one call may add to what the client does anyway. */
export interface CallOptions {
  /**
   * Ends the call; it then rejects with the reason of the signal, and sends nothing more. What was sent may have
   * arrived: a start that is aborted may have happened.
   */
  readonly signal?: AbortSignal | undefined;
  /** Headers for this call, for example `X-Request-ID`; content type and authorization stay the client's. Spec 4. */
  readonly headers?: NonNullable<ConstructorParameters<typeof Headers>[0]>;
  /** A bearer token for this call instead of the client's, for example an end user's. Gap `interaction-token`. */
  readonly token?: string | undefined;
  /** Replaces what the client was given, as far as it goes. */
  readonly timeout?: Timeout;
  /** How often a request may be sent again where that is safe, instead of what the client was given. */
  readonly retries?: number;
}

/** A body with all that came beside it. Spec 7. */
export interface Answer<Body> {
  readonly body: Body;
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** Identifies the request in the logs of the service: the `X-Request-ID` header. Spec 7. */
  readonly requestId: string | undefined;
  /** Set where the answer was lost and the client found out that it was done; all but the body is of what showed it. */
  readonly isReconciled?: true;
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
      return answer.then((answered) => answered); // one of its own: a refusal that nobody awaits is still reported
    },
  });
}

/** Sends a body to the endpoint of a row. */
export type Send = (name: MethodName, body: unknown, options?: CallOptions) => Promise<Answer<unknown>>;

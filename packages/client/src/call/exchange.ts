import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { TimeoutError } from "../errors.ts";
import type { Answer, HeadersOption } from "./call.ts";
import { untilAborted, withTimeout } from "./clock.ts";
import { type Fetch, type Redact, receive, requestIdOf, toApiError } from "./response.ts";

/** One request and its result, for logs and metrics. Contains no personal data or secrets. */
export interface Exchange {
  readonly route: EndpointName;
  /** Number of the attempt within its call, from 1. */
  readonly attempt: number;
  /** HTTP status; undefined if no response arrived. */
  readonly status: number | undefined;
  /** Milliseconds from the request to the end of the response, or to the failure. */
  readonly durationMs: number;
  /** The `X-Request-ID` header of the response. Spec 7. */
  readonly requestId: string | undefined;
  /** `unreadable`: a 2xx response without valid JSON. `lost`: no complete response, or the call was aborted. */
  readonly outcome: "answered" | "refused" | "unreadable" | "lost" | "timeout";
}

/** Called after each exchange. The client ignores any error that the callback throws. */
export type OnExchange = (exchange: Exchange) => void;

/** Settings shared by every exchange. */
export interface ExchangeOptions {
  readonly fetch: Fetch;
  /** Sent with every request, unless the request sets the same header. */
  readonly headers?: HeadersOption | undefined;
  readonly now: () => number;
  readonly onExchange?: OnExchange | undefined;
}

/** A request that is ready to send. */
export interface Outgoing {
  readonly route: EndpointName;
  readonly attempt: number;
  readonly url: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time limit in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly redact: Redact;
  /** The bearer token, if the client can replace it. */
  readonly token?: string | undefined;
}

/**
 * Sends one request, waits for the response until the time limit, and reports the exchange.
 *
 * @throws {ApiError} When the service refuses the request, or the response is not JSON.
 * @throws {ConnectionError} When no complete response arrives.
 * @throws {TimeoutError} When no complete response arrives in time.
 */
export type SendOnce = (outgoing: Outgoing) => Promise<Answer<unknown>>;

/** Creates the function that sends every request, including token requests. */
export function createExchange({ fetch, headers: common, now, onExchange }: ExchangeOptions): SendOnce {
  const defaults = Object.fromEntries(new Headers(common));
  return async ({ route, attempt, url, headers, body, timeoutMs, signal, redact }) => {
    const from = now();
    const report = (outcome: Exchange["outcome"], status?: number, requestId?: string) => {
      try {
        onExchange?.({ route, attempt, status, durationMs: now() - from, requestId, outcome });
      } catch {} // an error in a logger must not fail a successful call
    };
    const received = await withTimeout(route, timeoutMs, signal, (ends) => {
      // Does not follow redirects: credentials and personal data must go only to the configured address.
      const request = new Request(url, {
        method: "POST",
        redirect: "manual",
        headers: { ...defaults, ...headers, accept: "application/json" },
        body,
        signal: ends,
      });
      return untilAborted(ends, receive(route, fetch, request));
    }).catch((error: unknown) => {
      report(error instanceof TimeoutError ? "timeout" : "lost");
      throw error;
    });
    const { status, ok, headers: answered } = received.response;
    const requestId = requestIdOf(answered, redact);
    const isAnswered = ok && received.body !== undefined;
    report(isAnswered ? "answered" : ok ? "unreadable" : "refused", status, requestId);
    if (isAnswered) return { body: received.body, status, headers: answered, requestId };
    throw toApiError(route, received, redact, now());
  };
}

import type { RouteName } from "@journey-kit/schemas/paths";
import { TimeoutError } from "../errors/timeout.ts";
import type { Answer } from "./call.ts";
import { untilAborted, withDeadline } from "./clock.ts";
import type { Redact } from "./redact.ts";
import { type Fetch, receive, requestIdOf, toApiError } from "./response.ts";

/** One request and its result, for logs and metrics. Contains no personal data and no secret. */
export interface Exchange {
  readonly route: RouteName;
  /** 1 for the first request of a call; retries count up. */
  readonly attempt: number;
  /** HTTP status; undefined if no response arrived. */
  readonly status: number | undefined;
  /** Milliseconds. */
  readonly durationMs: number;
  /** The `X-Request-ID` of the response. Spec 7. */
  readonly requestId: string | undefined;
  /** `unreadable`: a success without valid JSON. `lost`: no complete response, or the caller stopped waiting. */
  readonly outcome: "answered" | "refused" | "unreadable" | "lost" | "timeout";
}

/** Called after each exchange. Anything it throws is ignored. */
export type OnExchange = (exchange: Exchange) => void;

/** Settings shared by every exchange. */
export interface ExchangeOptions {
  readonly fetch: Fetch;
  /** Sent with every request that does not set them itself. */
  readonly headers: Headers;
  readonly now: () => number;
  readonly onExchange: OnExchange | undefined;
}

/** A request that is ready to send. */
export interface Outgoing {
  readonly route: RouteName;
  readonly attempt: number;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  /** Time limit in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly redact: Redact;
  /** The bearer token, if the client can get another one. */
  readonly token?: string | undefined;
}

/**
 * Sends one request, waits for the response within its time limit, and reports the exchange.
 *
 * @throws {ApiError} When the service refuses, or its response is not JSON.
 * @throws {ConnectionError} When no complete response arrives.
 * @throws {TimeoutError} When none arrives in time.
 */
export type SendOnce = (outgoing: Outgoing) => Promise<Answer<unknown>>;

/** Creates the function that sends every request, including token requests. */
export const createExchange =
  ({ fetch, headers: common, now, onExchange }: ExchangeOptions): SendOnce =>
  async ({ route, attempt, url, headers, body, timeoutMs, signal, redact }) => {
    const from = now();
    const report = (outcome: Exchange["outcome"], status?: number, requestId?: string) => {
      try {
        onExchange?.({ route, attempt, status, durationMs: now() - from, requestId, outcome });
      } catch {} // a failing logger must not make a successful start look failed
    };
    headers.set("accept", "application/json");
    for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value);
    const received = await withDeadline(route, timeoutMs, signal, (ends) => {
      // Follows no redirect: credentials and personal data go only to the given address.
      const request = new Request(url, { method: "POST", redirect: "manual", headers, body, signal: ends });
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
    throw toApiError(route, received, redact);
  };

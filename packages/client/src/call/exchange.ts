import type { RouteName } from "@journey-kit/schemas/paths";
import { TimeoutError } from "../errors/timeout.ts";
import { untilAborted, withDeadline } from "./clock.ts";
import type { Redact } from "./redact.ts";
import { type Fetch, type Received, receive, requestIdOf } from "./response.ts";
/** One request and its result, for logs and metrics. Contains no personal data and no secret. */
export interface Exchange {
  readonly route: RouteName;
  /** 1 for the first request of a call; retries count up. */
  readonly attempt: number;
  /** HTTP status; undefined if no response arrived. */
  readonly status: number | undefined;
  /** Milliseconds. */
  readonly duration: number;
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
  readonly timeout: number;
  readonly signal?: AbortSignal;
  readonly redact: Redact;
}

/** Sends one request, waits for the response within its time limit, and reports the exchange. */
export type SendOnce = (outgoing: Outgoing) => Promise<Received & { readonly requestId: string | undefined }>;

/** Creates the function that sends every request, including token requests. */
export const createExchange =
  ({ fetch, now, onExchange }: ExchangeOptions): SendOnce =>
  async ({ route, attempt, url, headers, body, timeout, signal, redact }) => {
    const from = now();
    let received: Received | undefined;
    let requestId: string | undefined;
    let outcome: Exchange["outcome"] = "lost";
    headers.set("accept", "application/json");
    try {
      received = await withDeadline(route, timeout, signal, (ends) => {
        // Follows no redirect: credentials and personal data go only to the given address.
        const request = new Request(url, { method: "POST", redirect: "manual", headers, body, signal: ends });
        return untilAborted(ends, receive(fetch, request));
      });
      requestId = requestIdOf(received.response, redact);
      outcome = !received.response.ok ? "refused" : received.body === undefined ? "unreadable" : "answered";
      return { ...received, requestId };
    } catch (error) {
      if (error instanceof TimeoutError) outcome = "timeout";
      throw error;
    } finally {
      try {
        onExchange?.({ route, attempt, status: received?.response.status, duration: now() - from, requestId, outcome });
      } catch {} // a failing logger must not make a successful start look failed
    }
  };

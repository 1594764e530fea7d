import type { RouteName } from "@journey-kit/schemas/paths";
import { untilAborted } from "./abort.ts";
import { withDeadline } from "./deadline.ts";
import { requestIdOf } from "./header.ts";
import type { Hide } from "./hide.ts";
import { type Fetch, type Received, receive } from "./post.ts";
import { TimeoutError } from "./timeout-error.ts";

/** One request and what came of it: for logs and metrics, for it names nobody and holds no secret. */
export interface Exchange {
  readonly route: RouteName;
  /** 1 for the first of a call; each further one is a repetition. */
  readonly attempt: number;
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** Milliseconds. */
  readonly duration: number;
  /** The `X-Request-ID` of the answer. Spec 7. */
  readonly requestId: string | undefined;
  /** `unreadable`: a success that holds no JSON. `lost`: no answer, or not all of it, or nobody waits for it any more. */
  readonly outcome: "answered" | "refused" | "unreadable" | "lost" | "timeout";
}

/** Is told of each exchange once it is over. What it throws changes nothing. */
export type OnExchange = (exchange: Exchange) => void;

/** What every exchange has in common. */
export interface ExchangeOptions {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly onExchange: OnExchange | undefined;
}

/** A request that is ready to go. */
export interface Outgoing {
  readonly route: RouteName;
  readonly attempt: number;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  /** Milliseconds that it may take. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  readonly hide: Hide;
}

/** Sends one request, waits for its answer no longer than it may take, and tells of both. */
export type SendOnce = (outgoing: Outgoing) => Promise<Received & { readonly requestId: string | undefined }>;

/** Makes what every request goes through, those for tokens included. */
export const createExchange =
  ({ fetch, now, onExchange }: ExchangeOptions): SendOnce =>
  async ({ route, attempt, url, headers, body, timeout, signal, hide }) => {
    const from = now();
    let received: Received | undefined;
    let requestId: string | undefined;
    let outcome: Exchange["outcome"] = "lost";
    headers.set("accept", "application/json");
    try {
      received = await withDeadline(route, timeout, signal, (ends) => {
        // Follows no redirect: credentials and personal data go where they were sent.
        const request = new Request(url, { method: "POST", redirect: "manual", headers, body, signal: ends });
        return untilAborted(ends, receive(fetch, request));
      });
      requestId = requestIdOf(received.response, hide);
      outcome = !received.response.ok ? "refused" : received.body === undefined ? "unreadable" : "answered";
      return { ...received, requestId };
    } catch (error) {
      if (error instanceof TimeoutError) outcome = "timeout";
      throw error;
    } finally {
      try {
        onExchange?.({ route, attempt, status: received?.response.status, duration: now() - from, requestId, outcome });
      } catch {} // a start that succeeded must not look failed because a log did
    }
  };

import type { Readings } from "@journey-kit/schemas/tables";
import { type CallLimits, createCall, type HeadersOption } from "./call/call.ts";
import { type ClientClock, type Sleep, sleepBySystem } from "./call/clock.ts";
import { createExchange, type OnExchange } from "./call/exchange.ts";
import { createMethods, type Send, type V1, type V2 } from "./call/methods.ts";
import { checkNumbers, clientMinimums } from "./call/numbers.ts";
import { type Guard, parseAddress } from "./call/request.ts";
import type { Fetch } from "./call/response.ts";
import { createRetry } from "./call/retry.ts";
import { createSend, type Validate } from "./call/send.ts";
import { type Credentials, createTokens, type TokenFunction } from "./call/token.ts";
import type { KnownReadings } from "./recover/evidence.ts";

/** Options for {@link createJourneyClient}. */
export type ClientOptions = ServiceOptions & (CredentialOptions | TokenFunctionOptions);

/** Options for every client, however it gets its tokens. */
export interface ServiceOptions extends CallLimits {
  /** Regional address of the service, for example `https://eu.example`. Spec 1. */
  readonly baseUrl: string;
  /** Set this to `productionGuard` in production, to reject loopback addresses and the ids and tokens of simulators. */
  readonly guard?: Guard | undefined;
  /** Replaces the global `fetch`, for example with the `fetch` of a simulator. */
  readonly fetch?: Fetch | undefined;
  /**
   * The service's readings of gaps in the specification. `device-start` defaults to `device`, and `expires-in-unit` to
   * `seconds`. The other readings help the client to decide whether a lost submit was accepted.
   */
  readonly readings?: (Pick<Readings, "device-start" | "expires-in-unit"> & KnownReadings) | undefined;
  /**
   * Returns the time in milliseconds since the Unix epoch; replaces `Date.now`, also for `Retry-After` headers that contain a
   * date.
   */
  readonly now?: (() => number) | undefined;
  /** Pauses between retries and polls. Replaces the platform's timers, for example with a world's `clock.sleep`. */
  readonly sleep?: Sleep | undefined;
  /** Randomises the pauses between retries; replaces `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Headers to send with every request, including token requests. A call can override them. */
  readonly headers?: HeadersOption | undefined;
  /**
   * Called after every request, including token requests and retries. The argument contains no personal data or
   * secrets.
   */
  readonly onExchange?: OnExchange | undefined;
  /** Checks requests, responses or both, for example `validate` from `@journey-kit/client/validate`. */
  readonly validate?: Validate | undefined;
}

/** Options for a client that requests its own tokens. The client replaces each token before it expires. Spec 4.1, 5. */
export interface CredentialOptions {
  /** Address of the token service. Spec 4.1. */
  readonly authUrl: string;
  readonly auth: Credentials;
  /**
   * How many milliseconds before its expiry the client replaces a token; default 30,000, at most half of the token's
   * lifetime.
   */
  readonly expiryMarginMs?: number | undefined;
}

/** Options for a client that gets its tokens from a function. */
export interface TokenFunctionOptions {
  readonly auth: TokenFunction;
  readonly expiryMarginMs?: never;
}

/** A client for v1 and v2. */
export interface JourneyClient {
  readonly v1: V1;
  readonly v2: V2;
  /** The clock used for polling. */
  readonly clock: ClientClock;
}

/**
 * Creates a client. The client caches a token, and remembers the elements that each instance last listed as
 * outstanding. It retries calls that are safe to retry. If the outcome of any other call is unknown, the call throws
 * `UnknownOutcomeError`.
 *
 * @throws {TypeError} When an address is missing or not absolute, contains credentials, or is rejected by the guard,
 *   or when a number is out of range.
 * @example
 * const client = createJourneyClient({
 *   baseUrl: "http://127.0.0.1:4010/eu",
 *   authUrl: "http://127.0.0.1:4010",
 *   auth: { clientId: "my-tests", clientSecret: "any" },
 * });
 * const { instanceId } = await client.v2.startJourney({
 *   resourceId: "document-and-selfie@latest",
 *   context: { config: { delivery: "api" }, subject: {} },
 * });
 */
export function createJourneyClient(options: ClientOptions): JourneyClient {
  checkNumbers(options, clientMinimums);
  const {
    auth,
    guard,
    fetch = (request) => globalThis.fetch(request),
    now = Date.now,
    sleep = sleepBySystem,
    random = Math.random,
    readings = {},
  } = options;
  const settings = { ...options, fetch, now, sleep, random, readings };
  const common = { ...settings, exchange: createExchange(settings), retry: createRetry(settings) };
  const token =
    typeof auth === "function"
      ? auth
      : createTokens({
          ...common,
          authUrl: parseAddress("authUrl", (options as CredentialOptions).authUrl, guard), // required with credentials
          credentials: auth,
        });
  const send = createSend({ ...common, baseUrl: parseAddress("baseUrl", options.baseUrl, guard), token });
  const call = (...request: Parameters<Send>) => createCall(send(...request));
  return { v1: createMethods<V1>("v1", call), v2: createMethods<V2>("v2", call), clock: { now, sleep } };
}

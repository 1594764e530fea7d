import type { Readings } from "@journey-kit/schemas/profile";
import type { Environment, Region } from "@journey-kit/schemas/regions";
import { type Send, type Timeout, toCall } from "./call/call.ts";
import { type ClientClock, type Sleep, sleepBySystem } from "./call/clock.ts";
import { createExchange, type OnExchange } from "./call/exchange.ts";
import { toMethods, type V1, type V2 } from "./call/methods.ts";
import { refuseSimulated } from "./call/production-guard.ts";
import { toAddress } from "./call/request.ts";
import type { Fetch } from "./call/response.ts";
import { createPause, createRetry } from "./call/retry.ts";
import { createSend, type Validate } from "./call/send.ts";
import { type Credentials, createTokens, type TokenFunction } from "./call/token.ts";
import type { KnownReadings } from "./recover/decide.ts";
/** How to reach the service. */
export type ClientOptions = ServiceOptions &
  (AddressOptions | RegionOptions) &
  (CredentialOptions | TokenFunctionOptions);

/** Addresses the service directly. */
export interface AddressOptions {
  /** Regional address of the service, for example `https://eu.example`. Spec 1. */
  readonly baseUrl: string;
}

/** Addresses the service by region. */
export interface RegionOptions {
  readonly region: Region;
  /** Your address for each region; the specification defines none. Spec 1. */
  readonly addresses: Readonly<Partial<Record<Region, string>>>;
}

/** Options that do not depend on how the client gets its tokens. */
export interface ServiceOptions {
  /** With `production`, the client rejects simulator addresses, tokens and ids instead of sending them. */
  readonly environment?: Environment;
  /** Replaces the global `fetch`, for example with a simulator's. */
  readonly fetch?: Fetch;
  /**
   * How this service reads the gaps of the specification. Defaults to `device` and `seconds`; the README explains the
   * readings for lost submits.
   */
  readonly readings?: Pick<Readings, "device-start" | "expires-in-unit"> & KnownReadings;
  /** Returns the time in milliseconds; replaces `Date.now`. */
  readonly now?: () => number;
  /** Waits; replaces timers, for example with a simulator world's `clock.sleep`. */
  readonly sleep?: Sleep;
  /** Randomises pauses; replaces `Math.random`. */
  readonly random?: () => number;
  /** Time limits for each call. */
  readonly timeout?: Timeout;
  /** Maximum number of retries, if a retry is safe; default 3. */
  readonly retries?: number;
  /**
   * Called after every request, including token requests and retries. Its record contains no personal data and no
   * secret.
   */
  readonly onExchange?: OnExchange;
  /** Checks requests, responses or both, for example `validate` from `@journey-kit/client/validate`. */
  readonly validate?: Validate;
}

/** The client requests tokens, caches them and replaces each before it expires. Spec 4.1, 5. */
export interface CredentialOptions {
  /** Address of the token service. Spec 4.1. */
  readonly authUrl: string;
  readonly auth: Credentials;
  /** Milliseconds before expiry at which a token is replaced, at most half its lifetime; default 30,000. */
  readonly expiryMargin?: number;
}

/** The caller supplies tokens. */
export interface TokenFunctionOptions {
  readonly auth: TokenFunction;
}

/** A client for both generations. */
export interface JourneyClient {
  readonly v1: V1;
  readonly v2: V2;
  /** The clock used for polling. */
  readonly clock: ClientClock;
}

/**
 * Creates a client. It caches a token and remembers which elements each instance last listed as outstanding. It retries
 * calls that are safe to retry; if the outcome of any other call is unknown, it throws `UnknownOutcomeError`.
 *
 * @throws {TypeError} When an address is missing, not absolute, contains credentials, or belongs to a simulator in
 *   production mode.
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
  const {
    auth,
    environment,
    fetch = (request) => globalThis.fetch(request),
    now = Date.now,
    sleep = sleepBySystem,
    random = Math.random,
    readings = {},
    retries,
    timeout,
    onExchange,
    validate,
  } = options;
  const guard = environment === "production" ? refuseSimulated : undefined;
  const exchange = createExchange({ fetch, now, onExchange });
  const pause = createPause({ now, sleep, random });
  const common = { exchange, pause, now, retry: createRetry({ now, timeout, retries }) };
  const token =
    typeof auth === "function"
      ? auth
      : createTokens({
          ...common,
          authUrl: toAddress("authUrl", (options as CredentialOptions).authUrl, guard), // set together with credentials
          credentials: auth,
          unit: readings["expires-in-unit"],
          margin: (options as CredentialOptions).expiryMargin,
        });
  const baseUrl =
    "region" in options
      ? toAddress(`addresses.${options.region}`, options.addresses[options.region], guard)
      : toAddress("baseUrl", options.baseUrl, guard);
  const send = createSend({ ...common, baseUrl, token, readings, guard, validate });
  const call = (...request: Parameters<Send>) => toCall(send(...request));
  return { v1: toMethods<V1>("v1", call), v2: toMethods<V2>("v2", call), clock: { now, sleep } };
}

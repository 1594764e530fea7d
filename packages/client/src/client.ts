import type { Readings } from "@journey-kit/schemas/profile";
import type { Environment, Region } from "@journey-kit/schemas/regions";
import { toAddress } from "./address.ts";
import { type Send, type Timeout, toCall } from "./call.ts";
import { type ClientClock, type Sleep, sleepBySystem } from "./clock.ts";
import type { Credentials } from "./credentials.ts";
import { createExchange, type OnExchange } from "./exchange.ts";
import { toMethods, type V1, type V2 } from "./generations.ts";
import { createPause } from "./pause.ts";
import type { Fetch } from "./post.ts";
import { createRepeat } from "./repeat.ts";
import { createSend, type Validate } from "./send.ts";
import { createTokens, type TokenFunction } from "./token.ts";
import { refuseSimulated } from "./tripwire.ts";
import type { KnownReadings } from "./verdict.ts";

/** How to reach the service. */
export type ClientOptions = ServiceOptions &
  (AddressOptions | RegionOptions) &
  (CredentialOptions | TokenFunctionOptions);

/** The service by its address. */
export interface AddressOptions {
  /** Regional address of the service, for example `https://eu.example`. Spec 1. */
  readonly baseUrl: string;
}

/** The service by its region. */
export interface RegionOptions {
  readonly region: Region;
  /** Your address of each region: the specification names none. Spec 1. */
  readonly addresses: Readonly<Partial<Record<Region, string>>>;
}

/** What a client needs however it gets its tokens. */
export interface ServiceOptions {
  /** With `production`, addresses, tokens and ids of a simulator are refused, and never sent. */
  readonly environment?: Environment;
  /** Stands in for the global `fetch`, for example that of a simulator. */
  readonly fetch?: Fetch;
  /**
   * What this service is known to do where the specification is silent. Where left out: `device` and `seconds`; for what
   * became of a lost submit, see the README.
   */
  readonly readings?: Pick<Readings, "device-start" | "expires-in-unit"> & KnownReadings;
  /** The time in milliseconds; stands in for `Date.now`. */
  readonly now?: () => number;
  /** Waits; stands in for timers, for example the `clock.sleep` of a simulator's world. */
  readonly sleep?: Sleep;
  /** Spreads pauses; stands in for `Math.random`. */
  readonly random?: () => number;
  /** How long a call may take. */
  readonly timeout?: Timeout;
  /** How often a request may be sent again where that is safe; 3 where left out. */
  readonly retries?: number;
  /** Is told of every request, those for tokens and repetitions included; its record names nobody and holds no secret. */
  readonly onExchange?: OnExchange;
  /** Checks every answer, for example `validate` of `@journey-kit/client/validate`. */
  readonly validate?: Validate;
}

/** The client gets its tokens itself, keeps them, and replaces each before it expires. Spec 4.1, 5. */
export interface CredentialOptions {
  /** Address of the token service. Spec 4.1. */
  readonly authUrl: string;
  readonly auth: Credentials;
  /** Milliseconds before its end at which a token is replaced, but at most half its life; 30,000 where left out. */
  readonly expiryMargin?: number;
}

/** The caller brings tokens. */
export interface TokenFunctionOptions {
  readonly auth: TokenFunction;
}

/** A client of both generations. */
export interface JourneyClient {
  readonly v1: V1;
  readonly v2: V2;
  /** What the time is and how to wait, for all that polls. */
  readonly clock: ClientClock;
}

/**
 * Creates a client. It keeps a token, and the names of what instances were last seen to wait for. What is safe to repeat
 * it repeats; for the rest it says when it does not know what became of it.
 *
 * @throws {TypeError} When an address is missing or no whole one, holds a user name or password, or is a simulator's in
 *   production.
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
  const tripwire = environment === "production" ? refuseSimulated : undefined;
  const exchange = createExchange({ fetch, now, onExchange });
  const pause = createPause({ now, sleep, random });
  const common = { exchange, pause, now, repeat: createRepeat({ now, timeout, retries }) };
  const token =
    typeof auth === "function"
      ? auth
      : createTokens({
          ...common,
          authUrl: toAddress("authUrl", (options as CredentialOptions).authUrl, tripwire), // comes with credentials
          credentials: auth,
          unit: readings["expires-in-unit"],
          margin: (options as CredentialOptions).expiryMargin,
        });
  const baseUrl =
    "region" in options
      ? toAddress(`addresses.${options.region}`, options.addresses[options.region], tripwire)
      : toAddress("baseUrl", options.baseUrl, tripwire);
  const send = createSend({ ...common, baseUrl, token, readings, tripwire, validate });
  const call = (...request: Parameters<Send>) => toCall(send(...request));
  return { v1: toMethods<V1>("v1", call), v2: toMethods<V2>("v2", call), clock: { now, sleep } };
}

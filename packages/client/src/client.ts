import type { Readings } from "@journey-kit/schemas/profile";
import { toAddress } from "./address.ts";
import { toCall } from "./call.ts";
import { type ClientClock, type Sleep, sleepBySystem } from "./clock.ts";
import type { Credentials } from "./credentials.ts";
import { toMethods, type V1, type V2 } from "./generations.ts";
import type { Fetch } from "./post.ts";
import { createSend, type Send } from "./send.ts";
import { createTokens, type TokenFunction } from "./token.ts";

/** How to reach the service. */
export type ClientOptions = ServiceOptions & (CredentialOptions | TokenFunctionOptions);

/** What a client needs however it gets its tokens. */
export interface ServiceOptions {
  /** Regional address of the service, for example `https://eu.example`. Spec 1. */
  readonly baseUrl: string;
  /** Stands in for the global `fetch`, for example that of a simulator. */
  readonly fetch?: Fetch;
  /** What this service is known to do where the specification is silent; `device` and `seconds` where left out. */
  readonly readings?: Pick<Readings, "device-start" | "expires-in-unit">;
  /** The time in milliseconds; stands in for `Date.now`. */
  readonly now?: () => number;
  /** Waits; stands in for timers, for example the `clock.sleep` of a simulator's world. */
  readonly sleep?: Sleep;
}

/** The client gets its tokens itself, keeps them, and replaces each before it expires. Spec 4.1, 5. */
export interface CredentialOptions {
  /** Address of the token service. Spec 4.1. */
  readonly authUrl: string;
  readonly auth: Credentials;
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

/** What the specification says literally, or else what is most conventional. */
const specified = { "device-start": "device", "expires-in-unit": "seconds" } as const;

/**
 * Creates a client. It keeps no state but its token, and sends each request once: it never retries.
 *
 * @throws {TypeError} When an address holds a user name or password.
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
  const { fetch = (request) => globalThis.fetch(request), now = Date.now, sleep = sleepBySystem } = options;
  const readings = { ...specified, ...options.readings };
  const token =
    typeof options.auth === "function"
      ? options.auth
      : createTokens({
          authUrl: toAddress((options as CredentialOptions).authUrl), // comes with credentials
          credentials: options.auth,
          fetch,
          now,
          unit: readings["expires-in-unit"],
        });
  const send = createSend({ baseUrl: toAddress(options.baseUrl), token, fetch, readings });
  const call = (...request: Parameters<Send>) => toCall(send(...request));
  return { v1: toMethods<V1>("v1", call), v2: toMethods<V2>("v2", call), clock: { now, sleep } };
}

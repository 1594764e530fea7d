import { memberOf, paths } from "@journey-kit/schemas/calls";
import type { Reading, Readings } from "@journey-kit/schemas/tables";
import { ApiError, AuthError } from "../errors.ts";
import type { Answer } from "./call.ts";
import type { SendOnce } from "./exchange.ts";
import { createRedact, isToken } from "./response.ts";
import type { RetryCall } from "./retry.ts";

/** Credentials of an API client. Spec 4.1, 5. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Defaults to `service.token`, or with the password grant to no scope. Gap `token-scope`. */
  readonly scope?: string;
  readonly username?: undefined;
  readonly password?: undefined;
}

/** Credentials for the password grant: those of an API client and of a user. Spec 4.1, 5. */
export interface PasswordCredentials extends Omit<ClientCredentials, "username" | "password"> {
  readonly username: string;
  readonly password: string;
}

/** Credentials for the token endpoint. With a user name, the client uses the password grant. Spec 4.1. */
export type Credentials = ClientCredentials | PasswordCredentials;

/** Form fields of a token request. Spec 4.1. */
function createTokenForm(credentials: Credentials): URLSearchParams {
  const { clientId: client_id, clientSecret: client_secret, username, password } = credentials;
  const user = username !== undefined && { username, password };
  const { scope = user ? undefined : "service.token" } = credentials;
  const grant_type = user ? "password" : "client_credentials";
  return new URLSearchParams({ grant_type, client_id, client_secret, ...user, ...(scope !== undefined && { scope }) });
}

/** Tells a {@link TokenFunction} why it is called. */
export interface TokenHint {
  /** The token that the service has just rejected with a 401. Return a different one. */
  readonly rejected: string;
}

/**
 * Returns a valid bearer token. The client calls this function before every request that needs a token. After a 401, it
 * calls the function once more, with the rejected token. Spec 5.
 */
export type TokenFunction = (hint?: TokenHint) => string | Promise<string>;

/** Options for token requests. */
export interface TokenOptions {
  /** Address of the token service, without a trailing slash. Spec 4.1. */
  readonly authUrl: string;
  readonly credentials: Credentials;
  readonly exchange: SendOnce;
  readonly retry: RetryCall;
  /** Returns the time in milliseconds, from any starting point. */
  readonly now: () => number;
  /** The unit of `expires_in` defaults to `seconds`. */
  readonly readings: Pick<Readings, "expires-in-unit">;
  /** How many milliseconds before its expiry a token is replaced; see {@link readToken}. */
  readonly expiryMarginMs?: number | undefined;
}

type Held = ReturnType<typeof readToken>;

const expiryUnitMs: Readonly<Record<Reading<"expires-in-unit">, number>> = {
  seconds: 1_000,
  milliseconds: 1,
  minutes: 60_000,
};

const route = "token.requestToken";

/**
 * Creates a token function that caches a token until shortly before its expiry, or until a 401. Concurrent callers
 * share one token request, which continues if one of the callers aborts. Spec 4.1, 5; gap `expires-in-unit`.
 */
export function createTokens(options: TokenOptions): (hint?: TokenHint) => Promise<string> {
  const { authUrl, credentials, exchange, retry, now } = options;
  const redact = createRedact([credentials.clientSecret, credentials.password ?? ""]);
  const url = authUrl + paths[route];
  let held: Held | undefined;
  let pending: Promise<Held> | undefined;

  const request = () =>
    retry<Held>({
      route,
      options: {},
      prepare: async (limits) => {
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        return { ...limits, route, url, headers, body: createTokenForm(credentials).toString(), redact };
      },
      send: async (request) => {
        const from = now();
        const answer = await exchange(request).catch((error: unknown) => {
          throw toAuthError(error);
        });
        held = readToken(answer, from, options);
        return held;
      },
    });

  return async (hint) => {
    const at = now();
    if (held?.token === hint?.rejected) held = undefined;
    // If the clock was set back, the token's age is unknown.
    if (held !== undefined && held.from <= at && at < held.until) return held.token;
    pending ??= request().finally(() => {
      pending = undefined;
    });
    return (await pending).token;
  };
}

/** Limits the margin to half the lifetime of the token. A token without a lifetime is not cached. */
function readToken(answer: Answer<unknown>, from: number, { readings, expiryMarginMs = 30_000 }: TokenOptions) {
  const { body } = answer;
  const token = memberOf(body, "access_token");
  const type = String(memberOf(body, "token_type") ?? "bearer");
  if (!isToken(token) || !/^bearer$/i.test(type)) {
    throw new AuthError("No bearer token in the response.", answer);
  }
  const lifetimeMs = Number(memberOf(body, "expires_in")) * expiryUnitMs[readings["expires-in-unit"] ?? "seconds"];
  return { token, from, until: from + lifetimeMs - Math.min(expiryMarginMs, lifetimeMs / 2) };
}

/** Converts an `ApiError` of the token endpoint to an `AuthError`. RFC 6749 5.2; Spec 7; gap `token-error-body`. */
const toAuthError = (error: unknown): unknown =>
  error instanceof ApiError ? new AuthError(error.message, error, error.errors[0]?.name) : error;

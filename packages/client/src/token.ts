import type { Reading } from "@journey-kit/schemas/gaps";
import { paths } from "@journey-kit/schemas/paths";
import { AuthError } from "./auth-error.ts";
import { type Credentials, secretsOf, toTokenForm } from "./credentials.ts";
import { toErrorEntries } from "./error-entry.ts";
import type { SendOnce } from "./exchange.ts";
import { isToken } from "./header.ts";
import { createHide, type Hide } from "./hide.ts";
import { memberOf } from "./json.ts";
import { type Pause, toRetryAfter } from "./pause.ts";
import type { Repeat } from "./repeat.ts";

/** Why a token is asked for. */
export interface TokenHint {
  /** A token that the service has just refused with 401: give another. */
  readonly rejected: string;
}

/**
 * Gives a bearer token that is valid now; called before every request that needs one, with a hint once a 401 refused
 * one of them. Spec 5.
 */
export type TokenFunction = (hint?: TokenHint) => string | Promise<string>;

/** How tokens are got. */
export interface TokenOptions {
  /** Address of the token service, without a trailing slash. Spec 4.1. */
  readonly authUrl: string;
  readonly credentials: Credentials;
  readonly exchange: SendOnce;
  readonly pause: Pause;
  readonly repeat: Repeat;
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  /** `seconds` where left out. */
  readonly unit?: Reading<"expires-in-unit"> | undefined;
  /** Milliseconds before its end at which a token counts as old, so that none expires on its way; see {@link toHeld}. */
  readonly margin?: number | undefined;
}

interface Held {
  readonly token: string;
  readonly from: number;
  readonly until: number;
}

const units: Readonly<Record<Reading<"expires-in-unit">, number>> = {
  seconds: 1_000,
  milliseconds: 1,
  minutes: 60_000,
};

const route = "token.requestToken";

/**
 * Makes a token function that asks the token endpoint, keeps the token until shortly before it expires or until it is
 * refused, and lets all that wait share one request, which outlives any one of them. Spec 4.1, 5; gap
 * `expires-in-unit`.
 */
export function createTokens(options: TokenOptions): (hint?: TokenHint) => Promise<string> {
  const { authUrl, credentials, exchange, pause, repeat, now } = options;
  const hide = createHide(secretsOf(credentials));
  const url = authUrl + paths[route];
  let held: Held | undefined;
  let pending: Promise<Held> | undefined;

  const request = () =>
    repeat(
      route,
      {},
      async (bounds) => {
        const from = now();
        const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
        const body = toTokenForm(credentials).toString();
        const received = await exchange({ ...bounds, route, url, headers, body, hide });
        held = toHeld(received, from, options, hide);
        return held;
      },
      pause,
    );

  return async (hint) => {
    const at = now();
    if (hint !== undefined && held?.token === hint.rejected) held = undefined;
    // A clock that was set back knows nothing of the token's age.
    if (held !== undefined && held.from <= at && at < held.until) return held.token;
    pending ??= request().finally(() => {
      pending = undefined;
    });
    return (await pending).token;
  };
}

type Once = Awaited<ReturnType<SendOnce>>;

/** A token that lives less than two margins is old at half its life; one that does not say is used once. */
function toHeld(received: Once, from: number, { unit = "seconds", margin = 30_000 }: TokenOptions, hide: Hide): Held {
  const { response, body, requestId } = received;
  const token = memberOf(body, "access_token");
  const type = memberOf(body, "token_type") ?? "Bearer";
  if (!response.ok) throw toAuthError(received, hide);
  if (!isToken(token) || String(type).toLowerCase() !== "bearer") {
    throw new AuthError(response.status, undefined, "The answer holds no bearer token.", requestId);
  }
  const lifetime = Number(memberOf(body, "expires_in")) * units[unit];
  return { token, from, until: from + lifetime - Math.min(margin, lifetime / 2) };
}

// Told apart from what may quote a secret: a short secret can be part of one of these words.
const codes = /^(invalid_(request|client|grant|scope)|unauthorized_client|unsupported_grant_type)$/;

/** Reads a refusal in the form of RFC 6749 5.2, or in that of part 7. Gap `token-error-body`. */
function toAuthError({ response, body, requestId }: Once, hide: Hide): AuthError {
  const [entry] = toErrorEntries(body, hide);
  const named = memberOf(body, "error");
  const error = codes.test(String(named)) ? String(named) : entry?.name;
  return new AuthError(response.status, error, entry?.problem ?? "", requestId, toRetryAfter(response.headers));
}

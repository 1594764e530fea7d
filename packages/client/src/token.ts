import type { Reading } from "@journey-kit/schemas/gaps";
import { routes } from "@journey-kit/schemas/routes";
import { AuthError } from "./auth-error.ts";
import { type Credentials, secretsOf, toTokenForm } from "./credentials.ts";
import { toErrorEntries } from "./error-entry.ts";
import { isToken, requestIdOf } from "./header.ts";
import { createHide, type Hide } from "./hide.ts";
import { memberOf } from "./json.ts";
import { type Fetch, post, type Received } from "./post.ts";

/** Gives a bearer token that is valid now; called before every request that needs one. Spec 5. */
export type TokenFunction = () => string | Promise<string>;

/** How tokens are got. */
export interface TokenOptions {
  /** Address of the token service, without a trailing slash. Spec 4.1. */
  readonly authUrl: string;
  readonly credentials: Credentials;
  readonly fetch: Fetch;
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  readonly unit: Reading<"expires-in-unit">;
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

/** Milliseconds before its end at which a token counts as old, so that none expires on its way; see {@link toHeld}. */
const margin = 30_000;

/**
 * Makes a token function that asks the token endpoint, keeps the token until shortly before it expires, and lets all
 * that wait share one request. Spec 4.1, 5; gap `expires-in-unit`.
 */
export function createTokens({ authUrl, credentials, fetch, now, unit }: TokenOptions): () => Promise<string> {
  const hide = createHide(secretsOf(credentials));
  let held: Held | undefined;
  let pending: Promise<Held> | undefined;

  const request = async (): Promise<Held> => {
    const from = now();
    const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
    const body = toTokenForm(credentials).toString();
    const received = await post(fetch, authUrl + routes["token.requestToken"].path, { headers, body });
    held = toHeld(received, from, units[unit], hide);
    return held;
  };

  return async () => {
    const at = now();
    // A clock that was set back knows nothing of the token's age.
    if (held !== undefined && held.from <= at && at < held.until) return held.token;
    pending ??= request().finally(() => {
      pending = undefined;
    });
    return (await pending).token;
  };
}

/** A token that lives less than two margins is old at half its life; one that does not say is used once. */
function toHeld(received: Received, from: number, unit: number, hide: Hide): Held {
  const { response, body } = received;
  const token = memberOf(body, "access_token");
  const type = memberOf(body, "token_type") ?? "Bearer";
  if (!response.ok) throw toAuthError(received, hide);
  if (!isToken(token) || String(type).toLowerCase() !== "bearer") {
    throw new AuthError(response.status, undefined, "The answer holds no bearer token.", requestIdOf(response, hide));
  }
  const lifetime = Number(memberOf(body, "expires_in")) * unit;
  return { token, from, until: from + lifetime - Math.min(margin, lifetime / 2) };
}

// Told apart from what may quote a secret: a short secret can be part of one of these words.
const codes = /^(invalid_(request|client|grant|scope)|unauthorized_client|unsupported_grant_type)$/;

/** Reads a refusal in the form of RFC 6749 5.2, or in that of part 7. Gap `token-error-body`. */
function toAuthError({ response, body }: Received, hide: Hide): AuthError {
  const [entry] = toErrorEntries(body, hide);
  const named = memberOf(body, "error");
  const description = memberOf(body, "error_description");
  const error = typeof named === "string" && codes.test(named) ? named : entry?.name;
  const problem = typeof description === "string" ? hide(description) : entry?.problem;
  return new AuthError(response.status, error, problem || "It gave no reason.", requestIdOf(response, hide));
}

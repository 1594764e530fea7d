import type { TokenError, TokenResponse } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import type { SimulatorContext } from "../../context/context.ts";
import { isEqual } from "../../context/tokens.ts";
import { type Basis, readingBasis } from "../../engine/result.ts";
import { timeOf } from "../../world/clock.ts";
import type { ApiClient } from "../../world/permissions.ts";
import type { Millis } from "../../world/time.ts";
import type { Call, Exchange, HandlerResult } from "../app.ts";
import { clientOf } from "../auth.ts";
import { checkContentType } from "../body.ts";
import { RefusalError, TokenRefusal } from "../errors.ts";

const lifetimes: Readonly<Record<Profile["token-lifetime"], Millis>> = {
  "3600s": 3_600_000,
  "300s": 300_000,
  "60s": 60_000,
};
const units: Readonly<Record<Profile["expires-in-unit"], Millis>> = {
  seconds: 1_000,
  milliseconds: 1,
  minutes: 60_000,
};
const longestId = 256;
const noStore = { "cache-control": "no-store", pragma: "no-cache" };

/** Exchanges credentials for an access token. Spec 4.1, 2.11; errors as RFC 6749 5.2 has them. */
export async function requestToken(deps: SimulatorContext, exchange: Exchange): Promise<HandlerResult> {
  let named = exchange;
  try {
    checkContentType(exchange.call, "application/x-www-form-urlencoded");
    const form = await readForm(exchange.call);
    exchange.note.sent = Object.fromEntries(form);
    named = { ...exchange, profile: await profileOf(deps, exchange, form) };
    return { body: await issue(deps, named, form), headers: noStore };
  } catch (error) {
    return toErrorReply(named, error);
  }
}

/** The profile of the world that a request names, or that of the simulator where it names none. */
async function profileOf(
  deps: SimulatorContext,
  { call, profile, note }: Exchange,
  form: URLSearchParams,
): Promise<Profile> {
  const clientId = readClientId(call, form);
  if (clientId === "" || clientId.length > longestId || clientOf(deps, clientId) === undefined) return profile;
  const settings = await deps.store.settings(clientId);
  note.world = clientId;
  note.clock = settings.clock;
  return settings.profile;
}

async function issue(deps: SimulatorContext, exchange: Exchange, form: URLSearchParams): Promise<TokenResponse> {
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1) throw new TokenRefusal("invalid_request", "A parameter is repeated.");
  }
  const client = authenticate(deps, exchange, form);
  const settings = await deps.store.settings(client.clientId);
  checkGrant(client, settings.profile, form, exchange.because);
  const now = timeOf(settings.clock, deps.system());
  const lifetime = lifetimes[settings.profile["token-lifetime"]];
  exchange.because(
    "token-response-fields",
    "token-setup-unchanged",
    "token-endpoint-shared",
    readingBasis(settings.profile, "token-lifetime"),
    readingBasis(settings.profile, "expires-in-unit"),
  );
  return {
    access_token: deps.tokens.sign(
      exchange.spoil({
        kind: "customer",
        world: client.clientId,
        epoch: settings.epoch,
        expiresAt: now + lifetime,
      }),
    ),
    expires_in: lifetime / units[settings.profile["expires-in-unit"]],
    token_type: "Bearer",
  };
}

/** Spec 5; gap `client-authentication`. A client that is not listed is as unknown as one with a wrong secret. */
function authenticate(deps: SimulatorContext, { call, profile, because }: Exchange, form: URLSearchParams): ApiClient {
  because("token-client-authentication");
  if (usesBasic(call)) because(readingBasis(profile, "client-authentication"));
  const credentials = readCredentials(call, form, profile["client-authentication"] === "form-or-basic");
  const { clientId, clientSecret, scheme } = credentials;
  const client =
    clientId === "" || clientId.length > longestId || clientSecret === "" ? undefined : clientOf(deps, clientId);
  const isKnown = client !== undefined && (deps.clients === undefined || isEqual(client.clientSecret, clientSecret));
  if (isKnown) return client;
  throw new TokenRefusal("invalid_client", "The client is unknown or its secret is wrong.", scheme);
}

/** Spec 4.1; gaps `grant-by-client`, `token-scope`. */
function checkGrant(client: ApiClient, profile: Profile, form: URLSearchParams, because: Exchange["because"]): void {
  const grant = form.get("grant_type") ?? "";
  if (grant === "") throw new TokenRefusal("invalid_request", "grant_type is missing.");
  if (grant !== "password" && grant !== "client_credentials") {
    throw new TokenRefusal("unsupported_grant_type", "The grants are password and client_credentials.");
  }
  because(readingBasis(profile, "grant-by-client"));
  const only = profile["grant-by-client"].replace("-", "_");
  if ((only !== "either" && only !== grant) || client.grants?.includes(grant) === false) {
    throw new TokenRefusal("unauthorized_client", "The client may not use this grant.");
  }
  if (grant === "password") checkUser(client, form, because);
  else checkScope(profile, form, because);
}

function checkScope(profile: Profile, form: URLSearchParams, because: Exchange["because"]): void {
  because("token-client-credentials-grant", readingBasis(profile, "token-scope"));
  if (profile["token-scope"] === "exact" && form.get("scope") !== "service.token") {
    throw new TokenRefusal("invalid_scope", "The scope must be service.token.");
  }
}

function checkUser({ users }: ApiClient, form: URLSearchParams, because: Exchange["because"]): void {
  because("token-password-grant");
  const username = form.get("username") ?? "";
  const password = form.get("password") ?? "";
  if (username === "" || password === "") throw new TokenRefusal("invalid_request", "username or password is missing.");
  if (users?.some((user) => user.username === username && isEqual(user.password, password)) === false) {
    throw new TokenRefusal("invalid_grant", "The user is unknown or the password is wrong.");
  }
}

/** Gap `token-error-body`. */
function toErrorReply({ profile, because, note }: Exchange, error: unknown): HandlerResult {
  const refusal =
    error instanceof RefusalError ? new TokenRefusal("invalid_request", error.refusal.problems[0]) : error;
  if (!(refusal instanceof TokenRefusal)) throw error;
  const basis: readonly Basis[] = [readingBasis(profile, "token-error-body")];
  because(...basis, ...(error instanceof RefusalError ? error.basis : []));
  note.kind = refusal.error === "invalid_client" ? "INVALID_CLIENT" : "INVALID_TOKEN_REQUEST";
  const status = refusal.error === "invalid_client" ? 401 : 400;
  const headers = { ...noStore, ...(status === 401 && refusal.scheme === "basic" && { "www-authenticate": "Basic" }) };
  if (profile["token-error-body"] === "errors") {
    if (error instanceof RefusalError) throw error;
    throw new RefusalError(
      status === 401 ? "INVALID_CLIENT" : "INVALID_TOKEN_REQUEST",
      `${refusal.error}: ${refusal.message}`,
      basis,
      headers,
    );
  }
  const body: TokenError = { error: refusal.error, error_description: refusal.message };
  return { status, body, headers };
}

/** The id and the secret of an API client, and how they came; empty where they did not. */
interface Credentials {
  readonly scheme: "form" | "basic";
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Reads client credentials from the form, or from HTTP Basic where that is allowed. RFC 6749 2.3.1.
 *
 * @throws {TokenRefusal} `invalid_request` when both forms are used, `invalid_client` when Basic is malformed.
 */
function readCredentials(call: Call, form: URLSearchParams, allowsBasic: boolean): Credentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(call.header("authorization") ?? "")?.[1];
  if (encoded === undefined || !allowsBasic) {
    return { scheme: "form", clientId: form.get("client_id") ?? "", clientSecret: form.get("client_secret") ?? "" };
  }
  if (form.has("client_secret")) throw new TokenRefusal("invalid_request", "The client authenticates twice.");
  return { scheme: "basic", ...decode(encoded) };
}

/** Whether a request carries credentials in the way of HTTP Basic. */
const usesBasic = (call: Call): boolean => /^Basic /i.test(call.header("authorization") ?? "");

/** The client id that a request names in either way, before anything is checked; empty where it names none. */
export function readClientId(call: Call, form: URLSearchParams): string {
  const named = form.get("client_id") ?? "";
  if (named !== "") return named;
  try {
    return readCredentials(call, form, true).clientId;
  } catch {
    return "";
  }
}

function decode(encoded: string): Pick<Credentials, "clientId" | "clientSecret"> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)),
    );
    const colon = text.indexOf(":");
    const part = (value: string) => decodeURIComponent(value.replaceAll("+", " "));
    if (colon > 0) return { clientId: part(text.slice(0, colon)), clientSecret: part(text.slice(colon + 1)) };
  } catch {
    // falls through: what cannot be decoded names no client
  }
  throw new TokenRefusal("invalid_client", "The Basic credentials are malformed.", "basic");
}

const maxBytes = 64 * 1_024;
const maxParameters = 100;

const forms = new WeakMap<Call, Promise<URLSearchParams>>();

/**
 * Parses the form of a token request, once for each call. The limits are checked before anything is parsed, because
 * parsing a form of many parameters takes quadratic time.
 *
 * @throws {RefusalError} `BODY_TOO_LARGE` above 64 KiB, `BODY_TOO_COMPLEX` above 100 parameters.
 */
export function readForm(call: Call): Promise<URLSearchParams> {
  const form = forms.get(call) ?? parseForm(call);
  forms.set(call, form);
  return form;
}

async function parseForm(call: Call): Promise<URLSearchParams> {
  const text = await call.text(maxBytes);
  if (text === "too-large") throw new RefusalError("BODY_TOO_LARGE", "The form exceeds 64 KiB.");
  if (text.split("&", maxParameters + 1).length <= maxParameters) return new URLSearchParams(text);
  throw new RefusalError("BODY_TOO_COMPLEX", `The form has more than ${maxParameters} parameters.`);
}

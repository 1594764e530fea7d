import type { TokenError, TokenResponse } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/tables";
import type { SimulatorContext } from "../../context/context.ts";
import { isEqual } from "../../context/tokens.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import type { ApiClient } from "../../world/api-client.ts";
import { memoize } from "../../world/cache.ts";
import { timeOf } from "../../world/clock.ts";
import type { Millis } from "../../world/time.ts";
import { clientOf } from "../auth.ts";
import { checkContentType } from "../body.ts";
import { applyTokenFault, effectOf } from "../middleware/fault-effects.ts";
import type { ApiRequest, HandlerResult } from "../request.ts";

const lifetimes: Readonly<Record<Profile["token-lifetime"], Millis>> = {
  "3600s": 3_600_000,
  "300s": 300_000,
  "60s": 60_000,
};
const expiryUnits: Readonly<Record<Profile["expires-in-unit"], Millis>> = {
  seconds: 1_000,
  milliseconds: 1,
  minutes: 60_000,
};
const noStore = { "cache-control": "no-store", pragma: "no-cache" };
const maxBytes = 64 * 1_024;
const maxParameters = 100;

/** Exchanges credentials for an access token. Spec 4.1, 2.11; errors follow RFC 6749 5.2. */
export async function requestToken(simulator: SimulatorContext, request: ApiRequest): Promise<HandlerResult> {
  try {
    checkContentType(request, "application/x-www-form-urlencoded");
    const form = await readTokenForm(request);
    request.received = Object.fromEntries(form);
    return { body: await issueToken(simulator, request, form), headers: noStore };
  } catch (error) {
    return renderTokenRefusal(request, error);
  }
}

async function issueToken(
  simulator: SimulatorContext,
  request: ApiRequest,
  form: URLSearchParams,
): Promise<TokenResponse> {
  const names = [...form.keys()];
  if (new Set(names).size < names.length) throw refuseGrant("invalid_request", "A parameter is repeated.");
  const client = authenticateClient(simulator, request, form);
  checkGrant(request, client, form);
  const { choose, cite } = request.citations;
  cite("token-response-fields", "token-setup-unchanged", "token-endpoint-shared");
  const { clock, epoch } = await simulator.store.configure(client.clientId, (settings) => settings);
  const lifetime = effectOf(request.fault).lifetime ?? lifetimes[choose("token-lifetime")];
  const issuedAt = timeOf(clock, simulator.system());
  const expiresAt = issuedAt + lifetime;
  const claims = { kind: "customer", world: client.clientId, epoch, issuedAt, expiresAt } as const;
  return {
    access_token: simulator.tokens.sign(applyTokenFault(claims, request.fault)),
    expires_in: lifetime / expiryUnits[choose("expires-in-unit")],
    token_type: "Bearer",
  };
}

/**
 * Authenticates the client. An unknown client and a wrong secret get the same error. Spec 5; gap
 * `client-authentication`.
 */
function authenticateClient(simulator: SimulatorContext, request: ApiRequest, form: URLSearchParams): ApiClient {
  const { citations, profile } = request;
  citations.cite("token-client-authentication");
  if (usesBasic(request)) citations.choose("client-authentication");
  const credentials = readCredentials(request, form, profile["client-authentication"] === "form-or-basic");
  const { clientId, clientSecret, scheme } = credentials;
  const client = clientSecret === "" ? undefined : clientOf(simulator, clientId);
  const isOpen = simulator.clients === undefined;
  if (client !== undefined && (isOpen || isEqual(client.clientSecret, clientSecret))) return client;
  throw refuseGrant("invalid_client", "The client is unknown or its secret is wrong.", scheme);
}

/** Checks the grant and its scope. Spec 4.1; gaps `grant-by-client`, `token-scope`. */
function checkGrant({ citations: { choose, cite } }: ApiRequest, client: ApiClient, form: URLSearchParams): void {
  const grant = form.get("grant_type") ?? "";
  if (grant === "") throw refuseGrant("invalid_request", "grant_type is missing.");
  if (grant !== "password" && grant !== "client_credentials") {
    throw refuseGrant("unsupported_grant_type", "grant_type must be password or client_credentials.");
  }
  const only = choose("grant-by-client").replace("-", "_");
  if ((only !== "either" && only !== grant) || client.grants?.includes(grant) === false) {
    throw refuseGrant("unauthorized_client", "The client may not use this grant type.");
  }
  if (grant === "password") {
    cite("token-password-grant");
    checkUser(client, form);
  } else {
    cite("token-client-credentials-grant");
    const isExact = choose("token-scope") === "exact";
    if (isExact && form.get("scope") !== "service.token") {
      throw refuseGrant("invalid_scope", "scope must be service.token.");
    }
  }
}

function checkUser({ users }: ApiClient, form: URLSearchParams): void {
  const username = form.get("username") ?? "";
  const password = form.get("password") ?? "";
  if (username === "" || password === "") throw refuseGrant("invalid_request", "username or password is missing.");
  if (users?.some((user) => user.username === username && isEqual(user.password, password)) === false) {
    throw refuseGrant("invalid_grant", "The user is unknown or the password is wrong.");
  }
}

/** Refuses a token request with the error code of RFC 6749 5.2. */
function refuseGrant(
  code: TokenError["error"],
  problem: string,
  scheme: SentCredentials["scheme"] = "form",
): RefusalError {
  const challenge = scheme === "basic" && { "www-authenticate": 'Basic realm="journey service"' };
  const name = code === "invalid_client" ? "INVALID_CLIENT" : "INVALID_TOKEN_REQUEST";
  return new RefusalError(name, problem, { code, headers: { ...noStore, ...challenge } });
}

/** Renders a refused token request. Gap `token-error-body`. */
function renderTokenRefusal({ citations }: Pick<ApiRequest, "citations">, error: unknown): HandlerResult {
  if (!(error instanceof RefusalError)) throw error;
  const [problem] = error.refusal.problems;
  const { code, headers } = error.details;
  const hasErrors = citations.choose("token-error-body") === "errors";
  if (code === undefined) {
    if (hasErrors) throw error;
    return renderTokenRefusal({ citations }, refuseGrant("invalid_request", problem));
  }
  const { name } = error.refusal;
  if (hasErrors) throw new RefusalError(name, `${code}: ${problem}`, { headers });
  const body: TokenError = { error: code, error_description: problem };
  return { status: name === "INVALID_CLIENT" ? 401 : 400, body, headers, refusal: error.refusal };
}

/** The id and secret of an API client, and how the caller sent them; empty if the caller did not send them. */
interface SentCredentials {
  readonly scheme: "form" | "basic";
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Reads client credentials from the form, or from HTTP Basic if that is allowed. RFC 6749 2.3.1.
 *
 * @throws {RefusalError} `invalid_request` when both forms are used, `invalid_client` when Basic is malformed.
 */
function readCredentials(
  { header }: Pick<ApiRequest, "header">,
  form: URLSearchParams,
  allowsBasic: boolean,
): SentCredentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(header("authorization") ?? "")?.[1];
  if (encoded === undefined || !allowsBasic) {
    return { scheme: "form", clientId: form.get("client_id") ?? "", clientSecret: form.get("client_secret") ?? "" };
  }
  if (form.has("client_secret"))
    throw refuseGrant("invalid_request", "Send the client credentials once, in the form or with HTTP Basic.");
  return { scheme: "basic", ...decodeBasic(encoded) };
}

const usesBasic = ({ header }: Pick<ApiRequest, "header">): boolean => /^Basic /i.test(header("authorization") ?? "");

/** Reads the client id of a request without checking anything; empty if there is none. */
export function readClientId(request: Pick<ApiRequest, "header">, form: URLSearchParams): string {
  const named = form.get("client_id") ?? "";
  if (named !== "") return named;
  try {
    return readCredentials(request, form, true).clientId;
  } catch {
    return "";
  }
}

function decodeBasic(encoded: string): Pick<SentCredentials, "clientId" | "clientSecret"> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)),
    );
    const colon = text.indexOf(":");
    const part = (value: string) => decodeURIComponent(value.replaceAll("+", " "));
    if (colon > 0) return { clientId: part(text.slice(0, colon)), clientSecret: part(text.slice(colon + 1)) };
  } catch {
    // falls through: undecodable credentials contain no client id
  }
  throw refuseGrant("invalid_client", "The Basic credentials are malformed.", "basic");
}

/**
 * Parses the form of a token request, once per request. The limits are checked before parsing, because parsing a form
 * with many parameters takes quadratic time.
 *
 * @throws {RefusalError} `BODY_TOO_LARGE` above 64 KiB, `BODY_TOO_COMPLEX` above 100 parameters.
 */
export const readTokenForm = ({ text }: Pick<ApiRequest, "text">): Promise<URLSearchParams> => formOf(text);

const formOf = memoize(async (read: ApiRequest["text"]): Promise<URLSearchParams> => {
  const text = await read(maxBytes);
  if (text === undefined) throw new RefusalError("BODY_TOO_LARGE", "The form exceeds 64 KiB.");
  if (text.split("&", maxParameters + 1).length <= maxParameters) return new URLSearchParams(text);
  throw new RefusalError("BODY_TOO_COMPLEX", `The form has more than ${maxParameters} parameters.`);
});

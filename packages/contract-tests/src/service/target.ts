import type { World } from "@journey-kit/schemas/control";
import { type EndpointName, endpointOf, resolveReading } from "@journey-kit/schemas/endpoints";
import { type Profile, presets } from "@journey-kit/schemas/tables";
import { readAt } from "./member.ts";

/** The service under test: its addresses and credentials. */
export interface Target {
  /** Regional address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Address of the token service, without a trailing slash; default `baseUrl`. */
  readonly authUrl?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The user for the password grant, if the readings require this grant. Gap `grant-by-client`. */
  readonly username?: string;
  readonly password?: string;
  /** Defaults to the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Advances the clock by `by` milliseconds; default through `control`. Omit it if the clock cannot be moved. */
  readonly advance?: (by: number) => Promise<void>;
  /** The client id's world, if the target is a simulator. Used, for example, to script outcomes and pause instances. */
  readonly control?: World;
  /** The target's readings; default the built-in profile `specified`. */
  readonly profile?: Profile;
}

/** A response of a target. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON, or as text if it is not JSON. */
  readonly body: unknown;
}

/** Calls one target with its credentials. */
export type Caller = ReturnType<typeof createCaller>;

/** Thrown when a target cannot be called, because it returns no token or lacks the endpoint under its readings. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

/** Returns the address of an endpoint; undefined if the target's readings exclude the endpoint. */
export function addressOf({ baseUrl, authUrl = baseUrl, profile = presets.specified }: Target, name: EndpointName) {
  const { apiVersion, path } = endpointOf(name);
  const below = resolveReading<string>(profile, path);
  return below && (apiVersion === "token" ? authUrl : baseUrl) + below;
}

/** Returns the function that advances a target's clock; undefined if the clock cannot be moved. */
export const advanceOf = ({ advance, control }: Pick<Target, "advance" | "control">): Target["advance"] =>
  advance ?? (control && (async (ms) => void (await control.clock.advance({ ms }))));

/** Sends a request to a target without adding credentials. */
export const send = (target: Pick<Target, "fetch">, request: Request): Promise<Response> =>
  (target.fetch ?? fetch)(request);

/**
 * Converts the arguments of `fetch` to a request. Returns a request without `init` unchanged, even if it is of another
 * `Request` class.
 */
export const toRequest = (input: string | URL | Request, init?: RequestInit): Request =>
  typeof input === "string" || init !== undefined || "href" in input ? new Request(input, init) : input;

export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: parse(await response.text()),
});

/**
 * Creates a caller of a target.
 *
 * @throws {TargetError} From its methods, when the target returns no token or lacks the endpoint.
 */
export function createCaller(target: Target) {
  const call = async (name: EndpointName, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> => {
    const address = addressOf(target, name);
    if (address === undefined) throw new TargetError(`The target has no ${name} under its readings.`);
    return readAnswer(await send(target, new Request(address, { method: "POST", headers, body })));
  };
  const token = (): Promise<Answer> =>
    call("token.requestToken", { "content-type": "application/x-www-form-urlencoded" }, createTokenForm(target));
  let known: Promise<string> | undefined;
  const bearer = () => {
    known ??= token().then(readToken);
    return known;
  };
  return {
    /** Requests an access token with the grant that the readings allow. Spec 4.1; gap `grant-by-client`. */
    token,
    /** Returns the token that `post` uses. Requests a token if there is none yet. */
    bearer,
    /** Discards the cached token of `post`, so that the next call requests a new one. Spec 5. */
    renew: (): void => {
      known = undefined;
    },
    /** Posts a body to an endpoint, with the given bearer token or a cached one. Spec 4. */
    post: async (name: EndpointName, body: unknown, own?: string): Promise<Answer> => {
      const headers = { authorization: `Bearer ${own ?? (await bearer())}`, "content-type": "application/json" };
      return call(name, headers, JSON.stringify(body));
    },
  };
}

/**
 * The form of a token request: client credentials, or a user's credentials if the readings allow only the password
 * grant. Spec 4.1.
 */
function createTokenForm({ clientId, clientSecret, username = "user", password = "password", profile }: Target) {
  const isPassword = profile?.["grant-by-client"] === "password";
  const grant = isPassword
    ? { grant_type: "password", username, password }
    : { grant_type: "client_credentials", scope: "service.token" };
  return new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }).toString();
}

/** @throws {TargetError} When the response contains no token. */
export function readToken({ status, body }: Answer): string {
  const token = readAt(body, "access_token");
  if (typeof token === "string") return token;
  throw new TargetError(`The token endpoint returned ${status} without an access_token.`);
}

/** Parses a body as JSON; returns the text if that fails. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

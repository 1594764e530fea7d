import type { World } from "@journey-kit/schemas/control";
import { type Profile, presets } from "@journey-kit/schemas/profile";
import { type RouteName, resolveReading, routeOf } from "@journey-kit/schemas/routes";

/** The service under test: where it is, how to reach it, and as whom. */
export interface Target {
  /** Regional address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Address of the token service, without a trailing slash; `baseUrl` where left out. */
  readonly authUrl?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The user of the password form, where the readings allow no other. Gap `grant-by-client`. */
  readonly username?: string;
  readonly password?: string;
  /** The global `fetch` where left out. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Moves the time of the target forward, by milliseconds, where that can be done; by `control` where left out. */
  readonly advance?: (by: number) => Promise<void>;
  /** The world of the client id, where the target is a simulator: outcomes can be scripted, instances paused. */
  readonly control?: World;
  /** The readings it answers by; the shipped profile `specified` where left out. */
  readonly profile?: Profile;
}

/** What a target answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the body; its text where it is none. */
  readonly body: unknown;
}

/** Calls one target with its credentials. */
export interface Caller {
  /** Requests an access token by the form that the readings allow. Spec 4.1; gap `grant-by-client`. */
  token(): Promise<Answer>;
  /** Posts a body to an endpoint, with a bearer of one's own or a token that is requested once. Spec 4. */
  post(name: RouteName, body: unknown, bearer?: string): Promise<Answer>;
  /** The token that `post` uses, requested now where there is none yet. */
  bearer(): Promise<string>;
  /** Forgets that token, so that the next call requests another. Spec 5. */
  renew(): void;
}

/** A target that cannot be called at all: it gives no token, or its readings do without the endpoint. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

/** Address of an endpoint of a target; undefined under a reading without it. */
export function addressOf({ baseUrl, authUrl = baseUrl, profile = presets.specified }: Target, name: RouteName) {
  const { generation, path } = routeOf(name);
  const below = resolveReading<string>(profile, path);
  return below && (generation === "token" ? authUrl : baseUrl) + below;
}

/** Moves the time of a target forward, by milliseconds; undefined where that cannot be done. */
export const advanceOf = ({ advance, control }: Target): Target["advance"] =>
  advance ?? (control && (async (ms) => void (await control.clock.advance({ ms }))));

/** Sends a request to a target, whoever it is from. */
export const send = (target: Pick<Target, "fetch">, request: Request): Promise<Response> =>
  (target.fetch ?? fetch)(request);

/** Reads a response to its end. */
export const toAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: parse(await response.text()),
});

/**
 * Creates a caller of a target.
 *
 * @throws {TargetError} From `post`, when no token is given or the endpoint is absent.
 */
export function createCaller(target: Target): Caller {
  const call = async (name: RouteName, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> => {
    const address = addressOf(target, name);
    if (address === undefined) throw new TargetError(`${name} is absent under the readings of the target.`);
    return toAnswer(await send(target, new Request(address, { method: "POST", headers, body })));
  };
  const token = () =>
    call("token.requestToken", { "content-type": "application/x-www-form-urlencoded" }, toTokenForm(target));
  let known: Promise<string> | undefined;
  const bearer = () => {
    known ??= token().then(readToken);
    return known;
  };
  return {
    token,
    bearer,
    renew: () => {
      known = undefined;
    },
    post: async (name, body, own) => {
      const headers = { authorization: `Bearer ${own ?? (await bearer())}`, "content-type": "application/json" };
      return call(name, headers, JSON.stringify(body));
    },
  };
}

/** The form of a token request: client credentials, or a user's where the readings allow no other. Spec 4.1. */
function toTokenForm({ clientId, clientSecret, username = "user", password = "password", profile }: Target) {
  const isPassword = profile?.["grant-by-client"] === "password";
  const grant = isPassword
    ? { grant_type: "password", username, password }
    : { grant_type: "client_credentials", scope: "service.token" };
  return new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }).toString();
}

/** @throws {TargetError} When a token was refused. */
export function readToken({ status, body }: Answer): string {
  const token = typeof body === "object" && body !== null && "access_token" in body ? body.access_token : undefined;
  if (typeof token === "string") return token;
  throw new TargetError(`The token endpoint answered ${status} without an access_token.`);
}

/** What is in a body: its JSON, or its text where it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

import type { ServiceSettings } from "../src/service/client-adapter.ts";
import type { Mutation } from "./mutation.ts";
import { createTokens } from "./reference-token.ts";

/** The JSON body of a response. */
export type Body = Readonly<Record<string, unknown>>;

/** A response. `status` is undefined if the response was lost. */
interface Reply {
  readonly status: number | undefined;
  readonly body: Body;
}

/** Posts a body to a path below the regional address. */
export type Post = (path: string, body: object) => Promise<Reply>;

/** Waits in real time. */
export const wait = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration));

/** The milliseconds to wait according to `Retry-After`, which is a number of seconds or a date. */
function parseRetryAfter(text: string | null, now: number, mutation: Mutation): number | undefined {
  if (text === null || mutation === "ignores Retry-After") return undefined;
  const isSeconds = /^\d+$/.test(text);
  if (!isSeconds && mutation === "ignores a Retry-After date") return undefined;
  return Math.max(0, isSeconds ? Number(text) * 1_000 : Date.parse(text) - now);
}

/** Sends the requests of all journeys with a valid token. After a 401, retries with a new token. */
export function createPost(settings: ServiceSettings, mutation: Mutation, log: string[]): Post {
  const { fetch = globalThis.fetch, profile, sleep = wait, now = Date.now } = settings;
  const baseUrl = mutation === "drops the region from its base URL" ? settings.authUrl : settings.baseUrl;
  const tokens = createTokens(settings, mutation, log);
  const endUsers = new Map<unknown, string>();
  const send = async (path: string, body: object, bearer = "", attempts = 4): Promise<Reply> => {
    try {
      const token = bearer || (await tokens.fresh());
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const request = new Request(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
      const response = await fetch(request);
      const delay = parseRetryAfter(response.headers.get("retry-after"), now(), mutation);
      if (delay !== undefined) await sleep(delay);
      const isRefused = [425, 429, 503].includes(response.status); // the service did not execute the request
      if (delay !== undefined && isRefused && attempts > 1) return send(path, body, bearer, attempts - 1);
      return { status: response.status, body: (await response.json()) as Body }; // the service returns JSON objects
    } catch {
      return { status: undefined, body: {} };
    }
  };
  /** The token for the interactions of an instance. Gaps `interaction-token`, `device-start`, `connect-token-place`. */
  const connect = async (instanceId: string): Promise<string> => {
    const device = `/v2/captain${profile["device-start"] === "device" ? "" : "/journey"}/device`;
    const { connectToken } = (await send(`${device}/start`, { instanceId })).body;
    const isBearer = profile["connect-token-place"] === "bearer";
    const { body } = await send(`${device}/connect`, { connectToken }, isBearer ? String(connectToken) : "");
    endUsers.set(instanceId, String(body.endUserToken ?? ""));
    return endUsers.get(instanceId) ?? "";
  };
  const bearerFor = async (path: string, { instanceId }: Body): Promise<string> => {
    if (profile["interaction-token"] !== "end-user" || !path.includes("/interaction/")) return "";
    return endUsers.get(instanceId) || connect(String(instanceId));
  };
  return async (path, body) => {
    const reply = await send(path, body, await bearerFor(path, { ...body }));
    const data = mutation === "logs the data that it sends" ? ` for ${JSON.stringify(body)}` : "";
    log.push(`${path}: ${reply.status ?? "no response"}${data}`);
    if (reply.status !== 401) return reply;
    if (mutation !== "keeps a revoked token") tokens.forget();
    endUsers.clear();
    return send(path, body, await bearerFor(path, { ...body }));
  };
}

import { type EndpointName, endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { regions } from "@journey-kit/schemas/tables";
import type { ServiceSettings } from "../service/client-adapter.ts";
import { readAt } from "../service/member.ts";
import { serveProxy } from "../service/proxy.ts";
import { now } from "../service/real-time.ts";
import { addressOf, parse, toRequest } from "../service/target.ts";
import type { SentRequest } from "./evidence.ts";

export type Recorder = Awaited<ReturnType<typeof startRecording>>;

interface RecordingOptions {
  /** Called before each request. `isPoll` says whether it fetches a state or an interaction. */
  readonly before: (isPoll: boolean) => Promise<void>;
  /** The client id of every token that was issued. The recorder adds those that it sees. */
  readonly tokens: Map<string, string>;
  readonly connection: number;
  /** Whether the client is known to call the `fetch` in its settings, so that no proxy is needed. */
  readonly usesFetch: boolean;
}

/** Reads a token request: its grant, and whether it sends the credentials of the client. Spec 4.1. */
async function readForm(request: Request, { clientId, clientSecret }: ServiceSettings): Promise<SentRequest["form"]> {
  const form = new URLSearchParams(await request.clone().text());
  const basic = /^Basic (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const pair = [clientId, clientSecret];
  const isBasic =
    basic !== undefined && [pair, pair.map(encodeURIComponent)].some((one) => btoa(one.join(":")) === basic);
  return {
    grant: form.get("grant_type") ?? "",
    hasScope: form.has("scope"),
    hasUser: form.has("username") && form.has("password"),
    hasCredentials: isBasic || (form.get("client_id") === clientId && form.get("client_secret") === clientSecret),
  };
}

/** An address without its region and its query string. Spec 1. */
const withoutRegion = (url = ""): string => {
  const { origin, pathname } = new URL(url, "http://localhost");
  return origin + pathname.replace(new RegExp(`^/(${regions.join("|")})(?=/)`), "");
};

const polls: readonly (EndpointName | undefined)[] = ["v2.fetchState", "v2.fetchInteraction", "v1.fetchState"];

/**
 * Starts recording the requests to the returned addresses or through the returned `fetch`. In a browser, which cannot
 * open a port, records only requests through `fetch`.
 */
export async function startRecording(
  settings: ServiceSettings,
  { before, tokens, connection, usesFetch }: RecordingOptions,
) {
  const { fetch = globalThis.fetch, baseUrl, authUrl, clientId } = settings;
  const sent: SentRequest[] = [];
  const refused = new Map<unknown, string>(); // the first refused token by instance
  const issued: string[] = [];
  let [renewals, requested, fetched] = [0, 0, 0];
  const names = new Map(endpointNames.map((name) => [withoutRegion(addressOf(settings, name)), name]));
  const record = async (request: Request): Promise<Response> => {
    const endpoint = names.get(withoutRegion(request.url)); // a client may drop the region, or add it to its auth URL
    await before(polls.includes(endpoint));
    const row = endpoint && endpointOf(endpoint);
    const isToken = row?.world === "credentials";
    const issuesToken = isToken || row?.world === "connect-token";
    if (isToken) requested += 1;
    const renew = () => {
      if (issuesToken) renewals += 1;
    };
    if (endpoint === undefined) return fetch(request);
    const body = isToken ? undefined : parse(await request.clone().text());
    const instanceId = readAt(body, "instanceId");
    const authorization = request.headers.get("authorization") ?? "";
    const owner = tokens.get(authorization.replace(/^Bearer /i, ""));
    const isBearer = /^Bearer ./i.test(authorization);
    const token = `${renewals} ${authorization}`; // tokens issued at the same instant have the same text
    const one: SentRequest = {
      endpoint,
      body,
      at: now(),
      connection,
      repeatsRefusedToken: refused.get(instanceId) === token,
      hasForeignToken: owner !== undefined && owner !== clientId,
      bearer: isBearer ? (owner === undefined ? "other" : "issued") : "none",
      form: isToken ? await readForm(request, settings) : undefined,
      status: undefined,
      started: undefined,
    };
    sent.push(one);
    const response = await fetch(request).finally(renew);
    one.status = response.status;
    if (response.ok && (issuesToken || row?.starts === true)) await readMembers(one, response);
    const isFirst = response.status === 401 && instanceId !== undefined && !refused.has(instanceId);
    if (isFirst) refused.set(instanceId, token); // after a second refusal, a client may give up
    return response;
  };
  const readMembers = async (one: SentRequest, response: Response) => {
    const body = parse(
      await response
        .clone()
        .text()
        .catch(() => ""),
    ); // a fault can break the response off
    const [token, endUser, started] = ["access_token", "endUserToken", "instanceId"].map((name) => readAt(body, name));
    for (const one of [token, endUser])
      if (typeof one === "string") {
        tokens.set(one, clientId);
        issued.push(one);
      }
    if (typeof started === "string") one.started = started;
  };
  const { origin } = new URL(baseUrl);
  const { url, close } = usesFetch ? { url: origin, close: async () => undefined } : await serveProxy(origin, record);
  const recorded: ServiceSettings = {
    ...settings,
    baseUrl: baseUrl.replace(origin, url),
    authUrl: authUrl.replace(origin, url),
    fetch: (input, init) => {
      fetched += 1;
      const request = toRequest(input, init);
      if (url === origin) return record(request);
      return record(new Request(request.url.replace(`${url}/`, `${origin}/`), request));
    },
  };
  return {
    settings: recorded,
    sent,
    issued: issued as readonly string[],
    tokens: () => requested,
    /** Whether every request came through `fetch`. */
    usesFetch: () => fetched > 0 && fetched >= sent.length,
    close,
  };
}

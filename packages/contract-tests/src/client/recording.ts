import { routeNames } from "@journey-kit/schemas/routes";
import type { ServiceSettings } from "../service/client-adapter.ts";
import { readAt } from "../service/member.ts";
import { serveProxy } from "../service/proxy.ts";
import { addressOf, parse, toRequest } from "../service/target.ts";
import type { SentRequest } from "./generated-checks.ts";

/** Records what one client sends. */
export type Recording = Awaited<ReturnType<typeof startRecording>>;

/**
 * Starts recording the API requests to the returned addresses or through the returned `fetch`, except token requests.
 * In a browser, which cannot open a port, records only requests through `fetch`.
 */
export async function startRecording(settings: ServiceSettings) {
  const { fetch = globalThis.fetch, baseUrl, authUrl } = settings;
  const sent: SentRequest[] = [];
  const refused = new Map<unknown, string>(); // the first refused token by instance
  let renewals = 0;
  const names = new Map(routeNames.map((name) => [addressOf(settings, name), name]));
  const record = async (request: Request): Promise<Response> => {
    const endpoint = names.get(request.url);
    const renew = () => {
      if (endpoint === "token.requestToken" || endpoint === "v2.connectDevice") renewals += 1;
    };
    if (endpoint === undefined || endpoint === "token.requestToken") return fetch(request).finally(renew);
    const body = parse(await request.clone().text());
    const instanceId = readAt(body, "instanceId");
    const token = `${renewals} ${request.headers.get("authorization")}`; // tokens issued at the same instant have the same text
    sent.push({ endpoint, body, repeatsRefusedToken: refused.get(instanceId) === token });
    const response = await fetch(request).finally(renew);
    const isFirst = response.status === 401 && instanceId !== undefined && !refused.has(instanceId);
    if (isFirst) refused.set(instanceId, token); // after a second refusal, a client may give up
    return response;
  };
  const { origin } = new URL(baseUrl);
  const { url, close } = await serveProxy(origin, record);
  const recorded: ServiceSettings = {
    ...settings,
    baseUrl: baseUrl.replace(origin, url),
    authUrl: authUrl.replace(origin, url),
    fetch: (input, init) => {
      const request = toRequest(input, init);
      return record(new Request(request.url.replace(`${url}/`, `${origin}/`), request));
    },
  };
  return { settings: recorded, sent, close };
}

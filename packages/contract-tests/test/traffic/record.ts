import type { ClientAdapter, ServiceSettings } from "../../src/service/client-adapter.ts";
import { serveProxy } from "../../src/service/proxy.ts";
import { toRequest } from "../../src/service/target.ts";
import type { TrafficExchange } from "../../src/traffic/traffic.ts";

type Fetch = (request: Request) => Promise<Response>;

/** The clock of a recording. */
interface Timing {
  readonly now?: (() => number) | undefined;
  /** How much longer the waits between the requests become. */
  readonly slowness?: number;
}

/** Calls `fetch`, and adds what was sent and received to `exchanges`. */
function recordFetch(
  fetch: Fetch,
  exchanges: TrafficExchange[],
  { now = Date.now, slowness = 1 }: Timing = {},
): Fetch {
  const from = now();
  return async (request) => {
    const begun = now();
    const startedAt = from + (begun - from) * slowness;
    const requestBody = await request.clone().text();
    const sent = {
      ...{ sequence: exchanges.length + 1, startedAt, method: request.method, url: request.url },
      requestHeaders: Object.fromEntries(request.headers),
      requestBody: requestBody === "" ? undefined : requestBody,
    };
    const add = (received: Pick<TrafficExchange, "status" | "responseHeaders" | "responseBody">) =>
      exchanges.push({ ...sent, endedAt: startedAt + now() - begun, ...received });
    const lost = { status: 0, responseHeaders: {}, responseBody: undefined };
    try {
      const response = await fetch(request);
      const { status, headers } = response;
      const responseBody = await response
        .clone()
        .text()
        .catch(() => undefined);
      add(responseBody === undefined ? lost : { status, responseHeaders: Object.fromEntries(headers), responseBody });
      return response;
    } catch (error) {
      add(lost);
      throw error;
    }
  };
}

/** A client whose traffic is recorded: what each of its connections sent and received, in the order of the connections. */
export interface RecordedClient {
  readonly recorded: ClientAdapter;
  readonly recordings: readonly (readonly TrafficExchange[])[];
}

const fetchOf =
  ({ fetch = globalThis.fetch }: ServiceSettings): Fetch =>
  (request) =>
    fetch(request);

/** Records a client that calls the `fetch` in its settings. */
export function recordClient(adapter: ClientAdapter): RecordedClient {
  const recordings: TrafficExchange[][] = [];
  const connect: ClientAdapter["connect"] = (settings) => {
    const exchanges: TrafficExchange[] = [];
    recordings.push(exchanges);
    const fetch = recordFetch(fetchOf(settings), exchanges, { now: settings.now });
    return adapter.connect({ ...settings, fetch: (input, init) => fetch(toRequest(input, init)) });
  };
  return { recorded: { ...adapter, connect }, recordings };
}

/** Records a program through a proxy, as if it waited `slowness` times as long. */
export function recordProgram(adapter: ClientAdapter, slowness = 1): RecordedClient {
  const recordings: TrafficExchange[][] = [];
  const connect: ClientAdapter["connect"] = async (settings) => {
    const exchanges: TrafficExchange[] = [];
    recordings.push(exchanges);
    const { origin } = new URL(settings.baseUrl);
    const fetch = recordFetch((request) => globalThis.fetch(request), exchanges, { slowness });
    const { url, close } = await serveProxy(origin, fetch);
    const [baseUrl, authUrl] = [settings.baseUrl, settings.authUrl].map((one) => one.replace(origin, url));
    const client = await adapter.connect({ ...settings, baseUrl: baseUrl ?? "", authUrl: authUrl ?? "" });
    return { ...client, close };
  };
  return { recorded: { ...adapter, connect }, recordings };
}

import type { ClientAdapter } from "../../src/service/client-adapter.ts";
import { toRequest } from "../../src/service/target.ts";
import type { TrafficExchange } from "../../src/traffic/traffic.ts";

type Fetch = (request: Request) => Promise<Response>;

/** Calls `fetch`, and adds what was sent and received to `exchanges`. */
export const recordFetch =
  (fetch: Fetch, exchanges: TrafficExchange[], now: () => number = Date.now): Fetch =>
  async (request) => {
    const startedAt = now();
    const requestBody = await request.clone().text();
    const sent = {
      ...{ sequence: exchanges.length + 1, startedAt, method: request.method, url: request.url },
      requestHeaders: Object.fromEntries(request.headers),
      requestBody: requestBody === "" ? undefined : requestBody,
    };
    const add = (received: Pick<TrafficExchange, "status" | "responseHeaders" | "responseBody">) =>
      exchanges.push({ ...sent, endedAt: now(), ...received });
    const lost = { status: 0, responseHeaders: {}, responseBody: undefined };
    try {
      const response = await fetch(request);
      const { status, headers } = response;
      const responseBody = await response.clone().text().catch(() => undefined);
      const isWhole = responseBody !== undefined;
      add(isWhole ? { status, responseHeaders: Object.fromEntries(headers), responseBody } : lost);
      return response;
    } catch (error) {
      add(lost);
      throw error;
    }
  };

/** A client whose traffic is recorded: what each of its connections sent and received. */
export function recordClient(adapter: ClientAdapter) {
  const recordings: TrafficExchange[][] = [];
  const recorded: ClientAdapter = {
    ...adapter,
    connect: (settings) => {
      const exchanges: TrafficExchange[] = [];
      recordings.push(exchanges);
      const fetch = recordFetch((request) => (settings.fetch ?? globalThis.fetch)(request), exchanges, settings.now);
      return adapter.connect({ ...settings, fetch: (input, init) => fetch(toRequest(input, init)) });
    },
  };
  return { recorded, recordings: recordings as readonly (readonly TrafficExchange[])[] };
}

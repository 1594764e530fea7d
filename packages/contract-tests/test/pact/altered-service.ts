import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A member in the responses of one endpoint, and its new value; undefined removes it. */
export interface Alteration {
  /** End of the endpoint's path. */
  readonly endpoint: string;
  readonly member: readonly (string | number)[];
  readonly value: unknown;
}

/** Serves the responses of another server with one member changed. */
export async function serveAltered(to: string, { endpoint, member, value }: Alteration) {
  const server = createServer(async (incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const body = await buffer(incoming);
    const sent = Object.entries(headers).filter(([name]) => name !== "connection");
    const init = { method, headers: sent.map(([name, value]): [string, string] => [name, String(value)]) };
    const response = await fetch(to + url, { ...init, ...(body.length > 0 && { body }) });
    const text = await response.text();
    const isAltered = url.endsWith(endpoint) && !url.startsWith("/_sim");
    outgoing.writeHead(response.status, Object.fromEntries([...response.headers].filter(([name]) => kept.test(name))));
    outgoing.end(isAltered ? JSON.stringify(change(JSON.parse(text), member, value)) : text);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // a server that listens on a port
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

const kept = /^(content-type|x-request-id)$/;

function change(body: unknown, [name, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (name === undefined) return value;
  const changed = change(Object(body)[name], rest, value);
  if (Array.isArray(body)) return body.with(Number(name), changed);
  return { ...Object(body), [name]: changed };
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** One member of one endpoint's answers, and what it says instead; undefined takes it out. */
export interface Lie {
  /** End of the endpoint's path. */
  readonly endpoint: string;
  readonly member: readonly (string | number)[];
  readonly says: unknown;
}

/** Puts a server before another that hands everything on and lies about one member. */
export async function serveLiar(to: string, { endpoint, member, says }: Lie) {
  const server = createServer(async (incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const body = await buffer(incoming);
    const sent = Object.entries(headers).filter(([name]) => name !== "connection");
    const init = { method, headers: sent.map(([name, value]): [string, string] => [name, String(value)]) };
    const answer = await fetch(to + url, { ...init, ...(body.length > 0 && { body }) });
    const told = await answer.text();
    const isLiedAbout = url.endsWith(endpoint) && !url.startsWith("/_sim");
    outgoing.writeHead(answer.status, Object.fromEntries([...answer.headers].filter(([name]) => kept.test(name))));
    outgoing.end(isLiedAbout ? JSON.stringify(change(JSON.parse(told), member, says)) : told);
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

function change(value: unknown, [name, ...rest]: readonly (string | number)[], says: unknown): unknown {
  if (name === undefined) return says;
  const changed = change(Object(value)[name], rest, says);
  if (Array.isArray(value)) return value.with(Number(name), changed);
  return { ...Object(value), [name]: changed };
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Fetch } from "../src/call/response.ts";
/** Serves responses on a free local port until the server is disposed. */
export async function listen(fetch: Fetch): Promise<AsyncDisposable & { readonly address: string }> {
  const server = createServer(async (incoming, outgoing) => {
    const controller = new AbortController();
    outgoing.once("close", () => controller.abort());
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const init = { method: "POST", headers, body: await text(incoming), signal: controller.signal };
    const answer = await fetch(new Request(`http://127.0.0.1${incoming.url}`, init));
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // never a pipe or null while listening on a port
  return {
    address: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

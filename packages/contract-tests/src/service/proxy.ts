import { proxy } from "hono/proxy";
import { readAt } from "./member.ts";

/**
 * Starts a proxy on a free port. It addresses each request to `origin`, passes it to `fetch`, and breaks off a
 * connection if the simulator does. In a browser, which cannot open a port, starts nothing and returns `origin`.
 */
export async function serveProxy(origin: string, fetch: (request: Request) => Promise<Response>) {
  if (!("process" in globalThis)) return { url: origin, close: async () => undefined };
  const { serveSimulator } = await import("@journey-kit/simulator/node");
  const customFetch = (request: Request) => {
    for (const name of ["host", "expect"]) request.headers.delete(name);
    return fetch(request);
  };
  const app: Parameters<typeof serveSimulator>[0]["app"] = {
    fetch: async (request, bindings) => {
      const { pathname, search } = new URL(request.url);
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let response: Response | undefined;
      try {
        response = await proxy(origin + pathname + search, { raw: request, customFetch });
        for await (const chunk of response.body ?? []) chunks.push(chunk);
        return new Response(response.body && (await new Blob(chunks).arrayBuffer()), response);
      } catch (error) {
        if (bindings === undefined || !("breakOff" in bindings)) throw error;
        const before = readAt(error, "cause.code") === "ECONNRESET" ? "reset" : "close";
        return bindings.breakOff({
          how: response === undefined ? before : "truncate",
          status: response?.status ?? 503,
          headers: Object.fromEntries(response?.headers ?? []),
          body: await new Blob(chunks).text(),
        });
      }
    },
  };
  return serveSimulator({ app }, { port: 0 });
}

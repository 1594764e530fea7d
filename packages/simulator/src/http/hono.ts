import { Hono } from "hono";
import type { Answering } from "./answer.ts";
import type { Call } from "./call.ts";

/** A Hono application. */
export type App = Hono;

/** Mounts the service on Hono: one lean handler, the same for a port, for `fetch` and inside a browser. */
export const createApp = (answering: Answering): App =>
  new Hono().all("*", async (c) => {
    const { status, headers, body } = await answering(toCall(c.req.raw));
    return new Response(status === 204 || c.req.method === "HEAD" ? null : body, { status, headers });
  });

/** Reads a request as a call of the service. */
export function toCall(request: Request): Call {
  const start = request.url.indexOf("/", request.url.indexOf("//") + 2);
  const query = request.url.indexOf("?", start);
  return {
    method: request.method,
    path: request.url.slice(start, query === -1 ? undefined : query),
    origin: request.url.slice(0, start),
    header: (name) => request.headers.get(name) ?? undefined,
    text: (limit) => readText(request, limit),
  };
}

/** Reads a body; one that does not tell its length is counted while it comes. */
async function readText(request: Request, limit: number): Promise<string | "too-large"> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > limit) return "too-large";
  if (length <= limit) {
    const text = await request.text();
    return text.length > limit ? "too-large" : text;
  }
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return "too-large";
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

import type { Hono as AnyHono } from "hono";
import { Hono } from "hono/quick";
import type { Answering } from "./answer.ts";
import { type BreakOff, breakOff, toSlowBody } from "./broken.ts";
import type { Call } from "./call.ts";

/** A Hono application. */
export type App = AnyHono;

/** What a connection hands to the application beside a request. */
export interface Carrier {
  /** Breaks an answer off, where that can be done. */
  readonly breakOff?: BreakOff;
  /** Reads a header as `Headers` does, only sooner; every call looks at a dozen. */
  readonly header?: Call["header"];
}

/**
 * Mounts the service on Hono: one lean handler, the same for a port, for `fetch` and inside a browser. Where a fault
 * leaves nothing of an answer, the application rejects.
 */
export const createApp = (answering: Answering, sleep: (duration: number) => Promise<void>): App =>
  new Hono()
    .onError((error) => {
      throw error;
    })
    .all("*", async (c) => {
      const carrier = c.env as Carrier | undefined; // any mount may give an environment
      const answer = await answering(toCall(c.req.raw, carrier?.header));
      const { status, headers } = answer;
      if (answer.transport !== undefined) return (carrier?.breakOff ?? breakOff)(answer);
      if (status === 204 || c.req.method === "HEAD") return new Response(null, { status, headers });
      const body = answer.slow === undefined ? answer.body : toSlowBody(answer, sleep);
      return new Response(body, { status, headers });
    });

/** Reads a request as a call of the service. */
export function toCall(request: Request, header?: Call["header"]): Call {
  const start = request.url.indexOf("/", request.url.indexOf("//") + 2);
  const query = request.url.indexOf("?", start);
  return {
    method: request.method,
    path: request.url.slice(start, query === -1 ? undefined : query),
    query: query === -1 ? "" : request.url.slice(query + 1),
    origin: request.url.slice(0, start),
    header: typeof header === "function" ? header : (name) => request.headers.get(name) ?? undefined,
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

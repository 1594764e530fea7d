import type { WholeAnswer } from "./call.ts";

/** What `fetch` rejects with when the connection ends before an answer has come. */
class ConnectionError extends TypeError {
  constructor(code: "ECONNRESET" | "UND_ERR_SOCKET") {
    super("fetch failed", { cause: Object.assign(new Error("The connection ended without an answer."), { code }) });
  }
}

/** Breaks an answer off in the way of its transport. */
export type BreakOff = (answer: WholeAnswer) => Response;

/**
 * Breaks an answer off where no network is: what a caller of `fetch` would meet over one.
 *
 * @throws {TypeError} Where nothing of the answer comes.
 */
export function breakOff({ transport, status, headers, body }: WholeAnswer): Response {
  if (transport !== "cut") throw new ConnectionError(transport === "reset" ? "ECONNRESET" : "UND_ERR_SOCKET");
  let isSent = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isSent || body === "") controller.error(new TypeError("terminated"));
      else controller.enqueue(new TextEncoder().encode(body));
      isSent = true;
    },
  });
  return new Response(stream, { status, headers });
}

const pieces = 8;

/** A body that comes in pieces, spread evenly over a time. */
export function toSlowBody(
  { body, slow = 0 }: WholeAnswer,
  sleep: (duration: number) => Promise<void>,
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const size = Math.max(1, Math.ceil(bytes.byteLength / pieces));
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (at >= bytes.byteLength) return controller.close();
      if (at > 0) await sleep(slow / (pieces - 1));
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

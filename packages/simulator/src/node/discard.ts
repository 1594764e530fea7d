import type { IncomingMessage } from "node:http";

const maxBytes = 64 * 1024 ** 2;
const maxTime = 500;

/**
 * Reads on and throws away what comes after an answer was sent early, so that the caller sees the answer and the
 * connection can be used again. Who does not come to an end within half a second or 64 MiB is cut off.
 */
export function discard(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  let size = 0;
  const cut = () => incoming.socket.destroy();
  const timer = setTimeout(cut, maxTime).unref();
  incoming.removeAllListeners("data");
  incoming.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > maxBytes) cut();
  });
  incoming.once("close", () => clearTimeout(timer));
  incoming.resume();
}

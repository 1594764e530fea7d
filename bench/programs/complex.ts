// Sends complex bodies to a server, many at once, and counts the responses.
import { once } from "node:events";
import { connect } from "node:net";
import { answerParent } from "./answer.ts";

const size = 20_000_000;

const bodies: Readonly<Record<string, Buffer>> = {
  nesting: Buffer.alloc(size, "["),
  "empty objects": Buffer.from(`{"context":[${"{},".repeat(size / 3 - 5)}{}]}`),
};

/** Sends a body and waits for the status of the response. */
async function send(port: number, head: string, body: Buffer): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write(`${head}content-length: ${body.length}\r\nconnection: close\r\n\r\n`);
  socket.write(body);
  const [chunk] = await once(socket, "data");
  socket.destroy();
  return String(chunk).slice("HTTP/1.1 ".length, "HTTP/1.1 400".length);
}

answerParent({
  /** Sends a body `count` times concurrently, and returns the statuses. */
  send: ({ port, head, kind, count }) => {
    const body = bodies[String(kind)] ?? Buffer.alloc(0);
    return Promise.all(Array.from({ length: Number(count) }, () => send(Number(port), String(head), body)));
  },
});

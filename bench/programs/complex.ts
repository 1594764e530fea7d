// Sends requests that are as complex as the limits allow, so that the process that measures does not have to build them.
import { once } from "node:events";
import { request } from "node:http";
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

/** Sends a request and reads the whole response. */
async function call(port: number, method: string, path: string, headers: object, body: string): Promise<object> {
  const sent = request({ port, host: "127.0.0.1", method, path, headers: { ...headers } });
  sent.end(body);
  const [response] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, text: Buffer.concat(chunks).toString("utf8", 0, 2_000) };
}

answerParent({
  /** Sends a body `count` times concurrently, and returns the statuses. */
  send: ({ port, head, kind, count }) => {
    const body = bodies[String(kind)] ?? Buffer.alloc(0);
    return Promise.all(Array.from({ length: Number(count) }, () => send(Number(port), String(head), body)));
  },
  /** Sends one request, and returns the status and the beginning of the response. */
  call: ({ port, method, path, headers, body }) =>
    call(Number(port), String(method), String(path), Object(headers), String(body ?? "")),
});

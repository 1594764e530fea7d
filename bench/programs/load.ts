// Loads a server over keep-alive connections. Each sends its next request after a response. It parses just enough HTTP,
// because general load generators need more processor time than the measured servers.
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { toRequest } from "../request.ts";
import { answerParent } from "./answer.ts";

const headEnd = Buffer.from("\r\n\r\n");

/** Repeats a request on one connection until `onResponse` returns false. */
function drive(port: number, request: Buffer, onResponse: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write(request));
    let received: Buffer = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = responseLength(received);
      if (length === undefined || received.length < length) return;
      received = Buffer.alloc(0);
      if (onResponse()) socket.write(request);
      else socket.end(resolve);
    });
  });
}

/** Length of a response; undefined until its head is complete. */
function responseLength(received: Buffer): number | undefined {
  const end = received.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = received.toString("latin1", 0, end);
  if (!head.startsWith("HTTP/1.1 2")) throw new Error(`Expected success: ${head}`);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`Expected a content length: ${head}`);
  return end + headEnd.length + Number(length);
}

/** Sends one request on a new connection and returns the milliseconds until the end of its response. */
async function sendOnce(port: number, request: Buffer): Promise<number> {
  const begin = performance.now();
  await drive(port, request, () => false);
  return performance.now() - begin;
}

const images = new Map<number, string>();

function imageOf(bytes: number): string {
  const image = images.get(bytes) ?? randomBytes(bytes).toString("base64");
  images.set(bytes, image);
  return image;
}

answerParent({
  /** Milliseconds of a submit with an image. */
  submit: ({ port, path, token, body, imageBytes }) => {
    const text = String(body).replace("IMAGE", imageOf(Number(imageBytes)));
    return sendOnce(Number(port), Buffer.from(toRequest(Number(port), String(path), String(token), text)));
  },
  /** Responses per second over some connections for some milliseconds. */
  load: async ({ port, request, connections, duration }) => {
    const bytes = Buffer.from(String(request));
    const begin = performance.now();
    const end = begin + Number(duration);
    let count = 0;
    const isOpen = () => {
      count += 1;
      return performance.now() < end;
    };
    await Promise.all(Array.from({ length: Number(connections) }, () => drive(Number(port), bytes, isOpen)));
    return { count, rate: (count * 1_000) / (performance.now() - begin) };
  },
});

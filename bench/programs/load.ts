// Loads a server over connections that stay open, each sending its next request when it has its answer. It knows just
// enough of HTTP for that: general load generators use more of a processor than the servers they are to measure.
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { toRequest } from "../request.ts";
import { answerParent } from "./answer.ts";

const headEnd = Buffer.from("\r\n\r\n");

/** Sends a request over and over on one connection until told to stop. */
function drive(port: number, request: Buffer, onAnswer: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write(request));
    let held: Buffer = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const length = answerLength(held);
      if (length === undefined || held.length < length) return;
      held = Buffer.alloc(0);
      if (onAnswer()) socket.write(request);
      else socket.end(resolve);
    });
  });
}

/** Length of the answer that begins here; undefined while its head is not complete. */
function answerLength(held: Buffer): number | undefined {
  const end = held.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = held.toString("latin1", 0, end);
  if (!head.startsWith("HTTP/1.1 2")) throw new Error(`Expected success: ${head}`);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`Expected a content length: ${head}`);
  return end + headEnd.length + Number(length);
}

/** Sends one request on a new connection and gives the milliseconds to the end of its answer. */
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
  /** Milliseconds that a submit with an image takes. */
  submit: ({ port, path, token, body, imageBytes }) => {
    const text = String(body).replace("IMAGE", imageOf(Number(imageBytes)));
    return sendOnce(Number(port), Buffer.from(toRequest(Number(port), String(path), String(token), text)));
  },
  /** Answers per second, over some connections for some milliseconds. */
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

// Sends load to a server over keep-alive connections. Each connection sends its next request when it has received a
// response.
import { randomBytes } from "node:crypto";
import { type Carry, runJourney } from "../caller.ts";
import { type Connection, openConnection, toRequest } from "../connection.ts";
import { quantile } from "../statistics.ts";
import { answerParent } from "./answer.ts";

/** Keeps this process awake. Linux would otherwise count the time needed to wake it as processor time of the server. */
async function stayAwake<T>(work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const spin = () => void (isDone || setImmediate(spin));
  spin();
  try {
    return await work();
  } finally {
    isDone = true;
  }
}

/**
 * Repeats an exchange on each connection, for `duration` milliseconds and at most `limit` times. The connections are
 * spread evenly over the ports.
 */
async function repeat(
  { port, connections, duration, limit = Number.POSITIVE_INFINITY }: Readonly<Record<string, unknown>>,
  exchange: (connection: Connection, n: number) => Promise<unknown>,
) {
  const times: number[] = [];
  let next = 0;
  const begin = performance.now();
  const end = begin + Number(duration);
  const ports = [port].flat();
  const work = async (_: unknown, i: number) => {
    const connection = await openConnection(Number(ports[i % ports.length]));
    while (next < Number(limit) && performance.now() < end) {
      const sent = performance.now();
      next += 1;
      await exchange(connection, next - 1);
      times.push(performance.now() - sent);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: Number(connections) }, work));
  const rate = (times.length * 1_000) / (performance.now() - begin);
  return { count: times.length, rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

const carryOver =
  (connection: Connection): Carry =>
  async (path, headers, body) =>
    (await connection.send(toRequest(path, headers, body))).body.toString();

/** The number of journeys so far, which makes every client id unique. */
let journeys = 0;

const images = new Map<number, string>();

function imageOf(bytes: number): string {
  const image = images.get(bytes) ?? randomBytes(bytes).toString("base64");
  images.set(bytes, image);
  return image;
}

answerParent({
  /** Sends the requests in a list, repeatedly or up to the limit. */
  load: ({ requests, ...load }) => {
    const bytes = (Array.isArray(requests) ? requests : []).map((request) => Buffer.from(String(request)));
    const send = (connection: Connection, n: number) => connection.send(bytes[n % bytes.length] ?? "");
    return stayAwake(() => repeat(load, send));
  },
  /** Runs whole journeys, each in its own world. */
  journeys: (load) =>
    stayAwake(() => repeat(load, (connection) => runJourney(carryOver(connection), `bench-${journeys++}`))),
  /** Duration of a submit in milliseconds, with an image in place of `IMAGE`. */
  submit: async ({ port, path, headers, body, imageBytes }) => {
    const text = String(body).replace("IMAGE", imageOf(Number(imageBytes)));
    const request = Buffer.from(toRequest(String(path), Object(headers), text));
    const connection = await openConnection(Number(port));
    const begin = performance.now();
    await connection.send(request);
    const time = performance.now() - begin;
    connection.close();
    return time;
  },
});

import { once } from "node:events";
import { connect } from "node:net";

/** A response as received from the socket. */
export interface RawAnswer {
  readonly status: number;
  /** The values by lower-case header name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Writes raw bytes to a server and reads until the server closes the connection. */
export async function exchangeRaw(url: string, ...chunks: readonly (string | Uint8Array)[]): Promise<RawAnswer[]> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk));
  socket.on("error", () => undefined); // a reset ends the exchange, but the bytes received before it still count
  for (const chunk of chunks) socket.write(chunk);
  await once(socket, "close");
  const isHead = String(chunks[0]).startsWith("HEAD ");
  return parseAnswers(Buffer.concat(received).toString("latin1"), isHead);
}

/** Parses the responses on a connection. */
export function parseAnswers(text: string, isHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n");
    if (end === -1 || !rest.startsWith("HTTP/1.1 ")) throw new Error(`Not a response: ${rest.slice(0, 200)}`);
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const headers = new Map(
      lines.map((line) => [line.split(":", 1)[0]?.toLowerCase() ?? "", line.replace(/^.*?: ?/, "")]),
    );
    const isChunked = headers.has("transfer-encoding"); // a stream, which ends with the connection
    const length = isHead ? 0 : isChunked ? rest.length : Number(headers.get("content-length") ?? 0);
    answers.push({ status: Number(first.split(" ")[1]), headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

/** Formats a request with `Connection: close`. */
export const toRequestText = (method: string, target: string, host: string, ...lines: readonly string[]): string =>
  [`${method} ${target} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...lines, "", ""].join("\r\n");

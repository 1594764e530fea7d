import { once } from "node:events";
import { connect } from "node:net";

/**
 * A keep-alive connection with a minimal HTTP client, because general clients use more processor time than the servers.
 */
export interface Connection {
  /** Sends a request and waits for its response. */
  send(request: Buffer | string): Promise<Reply>;
  /** Whether the server has kept the connection open. Servers close connections that are idle for some seconds. */
  isOpen(): boolean;
  close(): void;
}

/** A response from a server. */
interface Reply {
  readonly head: string;
  readonly body: Buffer;
}

const headEnd = Buffer.from("\r\n\r\n");

/** Connects to a server on this machine. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  let received: Buffer = Buffer.alloc(0);
  let settle: { readonly resolve: (reply: Reply) => void; readonly reject: (error: unknown) => void } | undefined;
  socket.on("data", (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    try {
      const reply = parseReply(received);
      if (reply === undefined) return;
      received = Buffer.alloc(0);
      settle?.resolve(reply);
    } catch (error) {
      settle?.reject(error);
    }
  });
  socket.on("error", (error) => settle?.reject(error));
  socket.on("end", () => settle?.reject(new Error(`The server on port ${port} closed the connection.`)));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request);
      }),
    isOpen: () => socket.readyState === "open",
    close: () => void socket.destroy(),
  };
}

/** A complete response; undefined while bytes are missing. */
function parseReply(received: Buffer): Reply | undefined {
  const end = received.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = received.toString("latin1", 0, end);
  if (!head.startsWith("HTTP/1.1 2")) throw new Error(`Expected success: ${received}`);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`Expected a content length: ${head}`);
  const from = end + headEnd.length;
  const to = from + Number(length);
  return received.length < to ? undefined : { head, body: received.subarray(from, to) };
}

/** Formats a POST request. */
export function toRequest(path: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join("")}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Millis } from "../world/time.ts";

/** The open connections of a server. */
export interface Connections {
  /** Remembers the latest request of a connection. */
  readonly track: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
  readonly latest: (socket: Duplex) => ServerResponse | undefined;
  /** Number of connections whose latest request has no complete response. */
  readonly underWay: () => number;
  /**
   * Stops accepting connections, waits at most `drain` milliseconds for requests in progress, and closes every
   * connection.
   */
  readonly close: (drain: Millis) => Promise<void>;
}

export function trackConnections(server: Server, isTls: boolean): Connections {
  const accepted = new Set<Duplex>();
  const sockets = new Set<Socket>(); // with TLS, the encrypted sockets on top of `accepted`
  const responses = new WeakMap<Duplex, ServerResponse>();
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  let isDraining = false;

  const collect = <Item extends Duplex>(into: Set<Item>) => {
    return (socket: Item) => {
      into.add(socket);
      socket.once("close", () => into.delete(socket));
    };
  };
  server.on("connection", collect(accepted));
  server.on(isTls ? "secureConnection" : "connection", collect(sockets));

  const findUnfinished = (socket: Socket): ServerResponse | undefined => {
    const response = responses.get(socket);
    return response?.closed === false ? response : undefined;
  };
  const drain = async (time: Millis): Promise<void> => {
    isDraining = true;
    for (const socket of sockets) {
      const response = findUnfinished(socket);
      if (response !== undefined) closeAfter(response);
    }
    await setImmediate(); // accepts the connections that have already arrived
    await setImmediate(); // and reads their requests
    // Closing Node's HTTP server would cut off responses that are still being written. Bun's server is no `NetServer`.
    if (server instanceof NetServer) NetServer.prototype.close.call(server);
    else (server as Server).close(); // the types are those of Node
    for (const socket of sockets) if (findUnfinished(socket) === undefined) socket.destroySoon();
    await Promise.race([closed, setTimeout(time, undefined, { ref: false })]);
  };

  return {
    track: (incoming, outgoing) => {
      responses.set(incoming.socket, outgoing);
      if (isDraining) closeAfter(outgoing);
    },
    latest: (socket) => responses.get(socket),
    underWay: () => [...sockets].filter(findUnfinished).length,
    close: async (time) => {
      if (time > 0) await drain(time);
      server.close();
      for (const socket of accepted) socket.destroy();
      await closed;
    },
  };
}

/**
 * Closes a connection after a response. If the headers have not been sent yet, they tell the caller that the connection
 * will close.
 */
function closeAfter(response: ServerResponse): void {
  const { socket } = response.req;
  if (!response.headersSent) response.shouldKeepAlive = false;
  response.once("close", () => socket.destroySoon());
}

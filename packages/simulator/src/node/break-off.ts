import type { ServerResponse } from "node:http";
import type { Carrier } from "../http/hono.ts";

/** Thrown once an answer is broken off: nothing is left for the adapter to send. */
export const brokenOff = new Error("The answer was broken off.");

/**
 * What a real connection does: reads the headers that Node has read, and breaks answers off without a response, by a
 * reset, or in the middle of the body.
 */
export const toCarrier = (outgoing: ServerResponse): Carrier => ({
  header: (name) => {
    const value = outgoing.req.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  },
  breakOff: ({ transport, status, headers, body }) => {
    const { socket } = outgoing.req;
    if (transport === "reset") socket.resetAndDestroy();
    else if (transport === "close") socket.destroySoon();
    else {
      outgoing.writeHead(status, { ...headers }).flushHeaders();
      if (body !== "") outgoing.write(body);
      socket.destroySoon();
    }
    throw brokenOff;
  },
});

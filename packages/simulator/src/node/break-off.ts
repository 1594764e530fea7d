import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Carrier } from "../http/hono.ts";

/** Breaks answers off on a real connection: without a response, by a reset, or in the middle of the body. */
export const toCarrier = (outgoing: ServerResponse): Carrier => ({
  breakOff: ({ transport, status, headers, body }) => {
    const { socket } = outgoing.req;
    if (transport === "reset") socket.resetAndDestroy();
    else if (transport === "close") socket.destroySoon();
    else {
      outgoing.writeHead(status, { ...headers }).flushHeaders();
      if (body !== "") outgoing.write(body);
      socket.destroySoon();
    }
    return RESPONSE_ALREADY_SENT;
  },
});

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Profile } from "@journey-kit/schemas/profile";
import { type ListenerRefusal, toHttpText, toListenerAnswer } from "./listener-answer.ts";

const lingerTime = 500;

const refusals: Readonly<Record<string, ListenerRefusal>> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "BODY_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/** Answers what Node could not read as HTTP. */
export interface MalformedHandling {
  /** Takes note of the exchange that a socket is busy with. */
  track(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Answers and hangs up, once the exchanges before it on the same socket have been answered. */
  answer(error: Error & { readonly code?: string }, socket: Duplex): void;
}

/** Makes the listener answer malformed HTTP with a body like every other error. Spec 7. */
export function createMalformedHandling(profile: Profile): MalformedHandling {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  return {
    track: (incoming, outgoing) => void latest.set(incoming.socket, outgoing),
    answer: (error, socket) => {
      if (refused.has(socket)) return;
      refused.add(socket);
      const { code = "" } = error;
      const name = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
      const isRefused = name !== undefined || code.startsWith("HPE_");
      const hangUp = () => end(socket, toHttpText(toListenerAnswer(profile, name ?? "MALFORMED_REQUEST")));
      if (isRefused && socket.writable) afterEarlier(socket, latest.get(socket), hangUp);
      else socket.destroy();
    },
  };
}

/** An answer may come neither in the middle of another nor ahead of it, nor twice for one request. */
function afterEarlier(socket: Duplex, last: ServerResponse | undefined, hangUp: () => void): void {
  if (last === undefined) hangUp();
  else if (last.req.complete && last.closed) hangUp();
  else if (last.req.complete) last.once("close", hangUp);
  else if (last.socket !== null && !last.headersSent) hangUp();
  else socket.destroy();
}

/** Waits a little for the other side to read, because closing on unread bytes would take the answer away from it. */
function end(socket: Duplex, text: string): void {
  const timer = setTimeout(() => socket.destroy(), lingerTime).unref();
  socket.once("close", () => clearTimeout(timer));
  socket.end(text);
}

import { createHash, timingSafeEqual } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { controlRoutes } from "@journey-kit/schemas/control-routes";
import type { ErrorName } from "@journey-kit/schemas/errors";
import type { Profile } from "@journey-kit/schemas/profile";
import { RefusalError, renderErrorResponse } from "../api/errors.ts";
import { isControlPath, splitUrl } from "../api/observe.ts";
import type { ConnectionBindings } from "../api/request.ts";
import { createRecorder } from "../engine/result.ts";

/** What the listener refuses by itself, before the service has a request to answer. */
export type ListenerRefusal = Extract<
  ErrorName,
  | "MALFORMED_REQUEST"
  | "REQUEST_TIMEOUT"
  | "HEADERS_TOO_LARGE"
  | "BODY_TOO_LARGE"
  | "HOST_NOT_ALLOWED"
  | "CONTROL_NOT_ALLOWED"
  | "METHOD_NOT_ALLOWED"
  | "INTERNAL_ERROR"
>;

const problems: Readonly<Record<ListenerRefusal, string>> = {
  MALFORMED_REQUEST: "The request is not well-formed HTTP.",
  REQUEST_TIMEOUT: "The request did not come to its end in time.",
  HEADERS_TOO_LARGE: "The headers are too long.",
  BODY_TOO_LARGE: "The body carries too much beside its content.",
  HOST_NOT_ALLOWED: "The simulator does not answer to this host.",
  CONTROL_NOT_ALLOWED: "The control plane answers this machine alone, or a caller with the control token.",
  METHOD_NOT_ALLOWED: "The simulator is no proxy.",
  INTERNAL_ERROR: "The simulator failed.",
};

/** A response that the listener writes itself. */
export interface ListenerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Creates the listener's own error response, in the form of every error. Spec 7. */
export function createListenerError(profile: Profile, name: ListenerRefusal): ListenerResponse {
  const recorder = createRecorder(profile, new Set(["request-id-always"]));
  const headers = name === "METHOD_NOT_ALLOWED" ? { allow: "POST" } : {};
  const error = new RefusalError(name, problems[name], [], { headers });
  const {
    status,
    body,
    headers: all,
  } = renderErrorResponse({ id: crypto.randomUUID(), recorder, generation: "v2" }, error);
  const text = JSON.stringify(body);
  return { status, headers: { ...all, "content-length": String(Buffer.byteLength(text)) }, body: text };
}

/** Sends a response to a request that could be read. */
export const send = (outgoing: ServerResponse, { status, headers, body }: ListenerResponse): void =>
  void outgoing.writeHead(status, headers).end(body);

/** Writes a response as text, for a socket without a readable request; the connection ends with it. */
export function toHttpText({ status, headers, body }: ListenerResponse): string {
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${body}`;
}

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
      const hangUp = () => end(socket, toHttpText(createListenerError(profile, name ?? "MALFORMED_REQUEST")));
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

/** Whether callers may reach us under an authority such as `localhost:4010`. */
export type HostCheck = (authority: string) => boolean;

/** What a request says about whom it is meant for. */
interface Addressed {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
}

const authorityForm = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i;
const wildcards: readonly string[] = ["0.0.0.0", "::"];

/** The host of an authority, in small letters and without its port; undefined when it is no authority. */
const hostOf = (authority: string): string | undefined => authorityForm.exec(authority)?.[1]?.toLowerCase();

/** Whether a host is a bare IPv6 address. Node compiles a very long expression to tell, so most hosts are spared it. */
export const isBareIPv6 = (host: string): boolean => host.includes(":") && isIPv6(host);

/** A host as an authority writes it: IPv6 addresses in brackets. */
export const toAuthority = (host: string): string => (isBareIPv6(host) ? `[${host}]` : host);

/** Whether a server bound to this host listens on every address. */
export const isWildcard = (host: string): boolean => wildcards.includes(host);

/**
 * Allows loopback names and addresses, names below `localhost`, and `more`. A page of any site can have its own name
 * lead to the loopback address; its `Host` header gives it away.
 */
export function createHostCheck(more: readonly string[]): HostCheck {
  const allowed = new Set(["localhost", "[::1]", ...more.map((one) => hostOf(toAuthority(one)) ?? one)]);
  return (authority) => {
    const host = hostOf(authority);
    if (host === undefined) return false;
    return allowed.has(host) || host.endsWith(".localhost") || (host.startsWith("127.") && isIPv4(host));
  };
}

/** Says what is wrong with the `Host` header or the target of a request; undefined when nothing is. */
export function findHostProblem(request: Addressed, isAllowed: HostCheck): HostProblem | undefined {
  const host = onlyHost(request.rawHeaders);
  if (host === undefined) return "MALFORMED_REQUEST";
  if (!isAllowed(host)) return "HOST_NOT_ALLOWED";
  const { method, url = "" } = request;
  if (method === "CONNECT") return isAllowed(url) ? undefined : "HOST_NOT_ALLOWED";
  if (url.startsWith("/") || url === "*") return undefined;
  const target = URL.parse(url);
  if (target?.protocol !== "http:" && target?.protocol !== "https:") return "MALFORMED_REQUEST";
  return isAllowed(target.host) ? undefined : "HOST_NOT_ALLOWED";
}

/** Why the listener does not hand a request on. */
export type HostProblem = "HOST_NOT_ALLOWED" | "MALFORMED_REQUEST";

/** The `Host` header of a request that has exactly one. */
function onlyHost(rawHeaders: readonly string[]): string | undefined {
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== 4 || name.toLowerCase() !== "host") continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[i + 1];
  }
  return host;
}

/** Whether a request from an address may go on: always, unless it is for the control plane. */
export type ControlCheck = (request: Request, remoteAddress: string | undefined) => boolean;

/**
 * Keeps the control plane to this machine, and to callers that send the control token where there is one. Only its
 * health is for everybody.
 */
export function createControlCheck(token: string | undefined): ControlCheck {
  const wanted = token === undefined ? undefined : digest(token);
  return (request, remoteAddress) => {
    if (isLoopback(remoteAddress) || !isControl(request)) return true;
    const [, sent] = /^Bearer +([!-~]+) *$/i.exec(request.headers.get("authorization") ?? "") ?? [];
    return wanted !== undefined && sent !== undefined && timingSafeEqual(digest(sent), wanted);
  };
}

/** Digests are of one length, so comparing them tells nothing of the token, not even how long it is. */
const digest = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A connection that was reset has no address any more, so an unknown address is never loopback. */
const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && (address === "::1" || /^(::ffff:)?127\./.test(address));

/** Reads the path just as the service does, so that both mean the same endpoint. */
function isControl(request: Request): boolean {
  const { path } = splitUrl(request.url);
  return isControlPath(path) && path !== controlRoutes.readHealth.path;
}

/** What a real connection offers: the headers that Node has parsed, and breaking a response off. */
export const toBindings = (outgoing: ServerResponse): ConnectionBindings => ({
  header: (name) => {
    const value = outgoing.req.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  },
  breakOff: ({ how, status, headers, body }) => {
    const { socket } = outgoing.req;
    if (how === "reset") socket.resetAndDestroy();
    else if (how === "close") socket.destroySoon();
    else {
      outgoing.writeHead(status, { ...headers }).flushHeaders();
      if (body !== "") outgoing.write(body);
      socket.destroySoon();
    }
    return RESPONSE_ALREADY_SENT;
  },
});

const maxBytes = 64 * 1024 ** 2;
const maxTime = 500;

/**
 * Reads on and throws away what comes after an answer was sent early, so that the caller sees the answer and the
 * connection can be used again. Who does not come to an end within half a second or 64 MiB is cut off.
 */
export function discard(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  let size = 0;
  const cut = () => incoming.socket.destroy();
  const timer = setTimeout(cut, maxTime).unref();
  incoming.removeAllListeners("data");
  incoming.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > maxBytes) cut();
  });
  incoming.once("close", () => clearTimeout(timer));
  incoming.resume();
}

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ErrorName, Profile } from "@journey-kit/schemas/tables";
import { createTokenCheck, findProbe, isRestricted } from "../api/control-token.ts";
import { renderErrorResponse } from "../api/errors.ts";
import type { ConnectionBindings } from "../api/request.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { createCitations } from "../engine/result.ts";
import { memoizeText } from "../world/cache.ts";
import type { Connections } from "./connections.ts";

/** Errors that the listener sends itself, before the service sees a request. */
const problems = {
  MALFORMED_REQUEST: "The request is not valid HTTP.",
  REQUEST_TIMEOUT: "The request did not arrive in time.",
  HEADERS_TOO_LARGE: "The headers are too large.",
  BODY_TOO_LARGE: "The chunk extensions of the body are too large.",
  HOST_NOT_ALLOWED: "This host is not allowed. Allow it with --allow-host.",
  CONTROL_NOT_ALLOWED: "Requests to the control API from another machine require the control token.",
  METHOD_NOT_ALLOWED: "The simulator is not a proxy.",
  INTERNAL_ERROR: "The simulator failed.",
} as const satisfies { readonly [Name in ErrorName]?: string };

/** The name of an error that the listener sends itself. */
export type ListenerRefusal = keyof typeof problems;

const extraHeaders: { readonly [Name in ListenerRefusal]?: Readonly<Record<string, string>> } = {
  METHOD_NOT_ALLOWED: { allow: "POST" },
};

export interface ListenerResponse {
  readonly id: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Creates an error response of the listener, in the usual form of errors. Spec 7. */
export function createListenerError(profile: Profile, name: ListenerRefusal): ListenerResponse {
  const citations = createCitations(profile, ["request-id-always"]);
  const headers = extraHeaders[name];
  const error = new RefusalError(name, problems[name], headers && { headers });
  const id = crypto.randomUUID();
  const { status, headers: all, text } = renderErrorResponse({ id, citations, apiVersion: "v2" }, error);
  return { id, status, headers: { ...all, "content-length": String(Buffer.byteLength(text)) }, body: text };
}

export const send = (outgoing: ServerResponse, { status, headers, body }: ListenerResponse): void =>
  void outgoing.writeHead(status, headers).end(body);

/** Formats a response for a socket without a parsed request. The response closes the connection. */
export function formatHttp({ status, headers, body }: ListenerResponse): string {
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${body}`;
}

const lingerTime = 500;

const refusals: Readonly<Record<string, ListenerRefusal>> = {
  HPE_HEADER_OVERFLOW: "HEADERS_TOO_LARGE",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "BODY_TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMEOUT",
};

/**
 * Responds to malformed HTTP with an error body in the usual form. Sends the response after those to earlier requests
 * on the socket, then closes the socket. Spec 7.
 */
export function createMalformedHandling(profile: Profile, latest: Connections["latest"]) {
  const refused = new WeakSet<Duplex>();
  return ({ code = "" }: Error & { readonly code?: string }, socket: Duplex): void => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const name = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
    const isRefused = name !== undefined || code.startsWith("HPE_");
    const hangUp = () => sendLast(socket, formatHttp(createListenerError(profile, name ?? "MALFORMED_REQUEST")));
    if (isRefused && socket.writable) afterEarlier(socket, latest(socket), hangUp);
    else socket.destroy();
  };
}

/**
 * Calls `hangUp` when its response cannot interrupt or overtake another response, and would not be a second response to
 * a request. If that is impossible, destroys the socket.
 */
function afterEarlier(socket: Duplex, last: ServerResponse | undefined, hangUp: () => void): void {
  if (last === undefined) hangUp();
  else if (last.req.complete && last.closed) hangUp();
  else if (last.req.complete) last.once("close", hangUp);
  else if (last.socket !== null && !last.headersSent) hangUp();
  else socket.destroy();
}

/**
 * Sends a response and closes the connection. Gives the caller time to read, because closing a socket with unread bytes
 * discards the response.
 */
export function sendLast(socket: Duplex, text: string): void {
  const timer = setTimeout(() => socket.destroy(), lingerTime).unref();
  socket.once("close", () => clearTimeout(timer));
  socket.end(text);
}

/** Whether requests to an authority such as `localhost:4010` are allowed. */
type HostCheck = (authority: string) => boolean;

const authorityForm = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i;
const wildcards: readonly string[] = ["0.0.0.0", "::"];

/** The host of an authority, in lower case and without its port; undefined if it is malformed. */
const hostOf = (authority: string): string | undefined => authorityForm.exec(authority)?.[1]?.toLowerCase();

/** Whether a host is a bare IPv6 address. Checks for a colon first, because `isIPv6` is slow to compile. */
const isBareIPv6 = (host: string): boolean => host.includes(":") && isIPv6(host);

/** Formats a host for an authority, with IPv6 addresses in brackets. */
export const formatAuthority = (host: string): string => (isBareIPv6(host) ? `[${host}]` : host);

/** Whether a server bound to this host listens on every address. */
export const isWildcard = (host: string): boolean => wildcards.includes(host);

/**
 * Allows loopback names and addresses, names below `localhost`, and `more`. This stops DNS rebinding: a web page can
 * point its own name at the loopback address, but the `Host` header still contains that name.
 */
export function createHostCheck(more: readonly string[]): HostCheck {
  const allowed = new Set(["localhost", "[::1]", ...more.map((one) => hostOf(formatAuthority(one)) ?? one)]);
  const isAllowed = (host: string) =>
    allowed.has(host) || host.endsWith(".localhost") || (host.startsWith("127.") && isIPv4(host));
  return memoizeText((authority) => {
    const host = hostOf(authority);
    return host !== undefined && isAllowed(host);
  });
}

/** Finds a problem with the `Host` header or the target of a request; undefined if there is none. */
export function findHostProblem(
  { method, url = "", rawHeaders }: Pick<IncomingMessage, "method" | "url" | "rawHeaders">,
  isAllowed: HostCheck,
): "HOST_NOT_ALLOWED" | "MALFORMED_REQUEST" | undefined {
  const host = onlyHost(rawHeaders);
  if (host === undefined) return "MALFORMED_REQUEST";
  const isProbe = (method === "GET" || method === "HEAD") && findProbe(url) !== undefined;
  if (!isAllowed(host) && !isProbe) return "HOST_NOT_ALLOWED";
  if (method === "CONNECT") return isAllowed(url) ? undefined : "HOST_NOT_ALLOWED";
  if (url.startsWith("/") || url === "*") return undefined;
  const target = URL.parse(url);
  if (target?.protocol !== "http:" && target?.protocol !== "https:") return "MALFORMED_REQUEST";
  return isAllowed(target.host) ? undefined : "HOST_NOT_ALLOWED";
}

/** The `Host` header; undefined unless there is exactly one. */
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

/**
 * Restricts the control API to this machine, and to callers with the control token if there is one. A proxy on this
 * machine makes every caller look local, so a forwarded request needs the token too.
 */
export function createControlCheck(token: string | undefined) {
  const hasToken = token === undefined ? () => false : createTokenCheck(token);
  return (request: Request, remoteAddress: string | undefined): boolean =>
    !isRestricted(request) || (isLoopback(remoteAddress) && !isForwarded(request)) || hasToken(request);
}

/** A reset connection loses its address, so an unknown address is not loopback. */
const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && (address === "::1" || /^(::ffff:)?127\./.test(address));

const isForwarded = ({ headers }: Request): boolean => headers.has("forwarded") || headers.has("x-forwarded-for");

/** Bindings of a network connection. They read the headers that Node parsed and can break off a response. */
export function createBindings(outgoing: ServerResponse, stopping: AbortSignal): ConnectionBindings {
  const { req: incoming } = outgoing;
  const { headers: received, socket } = incoming; // a getter of Node, which every request would call a dozen times
  return {
    stopping,
    header: (name) => {
      const value = received[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    takeBody: (length) => (incoming.complete && incoming.readableLength === length ? incoming.read() : undefined),
    breakOff: ({ how, status, headers, body }) => {
      if (how === "reset") socket.resetAndDestroy();
      else if (how === "close") socket.destroySoon();
      else {
        outgoing.writeHead(status, { ...headers }).flushHeaders();
        if (body !== "") outgoing.write(body);
        socket.destroySoon();
      }
      return RESPONSE_ALREADY_SENT;
    },
  };
}

const maxDrainBytes = 64 * 1024 ** 2;
const maxDrainTime = 500;

/**
 * Reads and discards the rest of a request after an early response, so that the caller sees the response and can reuse
 * the connection. Closes the connection after half a second or 64 MiB.
 */
export function drain(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  let size = 0;
  const cut = () => incoming.socket.destroy();
  const timer = setTimeout(cut, maxDrainTime).unref();
  incoming.removeAllListeners("data");
  incoming.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > maxDrainBytes) cut();
  });
  incoming.once("close", () => clearTimeout(timer));
  incoming.resume();
}

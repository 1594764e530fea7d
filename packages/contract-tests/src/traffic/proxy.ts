import { once } from "node:events";
import * as http from "node:http";
import * as https from "node:https";
import { urlToHttpOptions } from "node:url";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import { type BodyCopy, createBodyCopy } from "./body-copy.ts";
import { findTarget, type TrafficExchange } from "./traffic.ts";

/** How a proxy listens, and where it sends requests. */
export interface TrafficProxyOptions {
  /** Address of the service, such as `https://eu.example`. Its path, if any, is put before the path of each request. */
  readonly upstream: string;
  /** Address of the token service. The default is `upstream`. */
  readonly authUpstream?: string | undefined;
  /** Port to listen on. The default, 0, picks a free one. */
  readonly port?: number;
  /** Address or name to bind to. The default is `127.0.0.1`. */
  readonly host?: string;
  /**
   * Called with each exchange after its response is complete, in the order of the requests. The exchange contains
   * tokens, secrets and personal data.
   */
  readonly onExchange: (exchange: TrafficExchange) => void;
  /** Bytes of a body to record. A larger body is passed on without being recorded. The default is 25 MiB. */
  readonly longestBody?: number;
}

/** A listening proxy. */
export interface TrafficProxy {
  /** URL of the proxy on this machine, without a trailing slash. */
  readonly url: string;
  /** Stops listening and closes every connection. Exchanges without a complete response get status 0. */
  close(): Promise<void>;
}

/**
 * Serves a proxy in front of the service, which a client uses as the address of the service and of its token service.
 * The proxy changes only the `Host` header, and streams in both directions. It sends token requests to `authUpstream`,
 * everything else to `upstream`, and nothing to other addresses: it passes redirects on. It verifies the certificates of
 * both; `NODE_EXTRA_CA_CERTS` adds authorities.
 *
 * If an upstream cannot be reached, the client receives 502 with an error body. If the client or the upstream breaks off,
 * the proxy does the same on the other side.
 *
 * @throws {Error} With Node's `code`, if the port is taken or the host is not an address of this machine.
 */
export async function serveTrafficProxy(options: TrafficProxyOptions): Promise<TrafficProxy> {
  const { upstream, authUpstream = upstream, port = 0, host = "127.0.0.1", longestBody = 25 * 2 ** 20 } = options;
  const service = createUpstream(upstream);
  const auth = createUpstream(authUpstream);
  const order = createOrder(options.onExchange);
  const forward = (incoming: http.IncomingMessage, outgoing: http.ServerResponse) => {
    const path = pathOf(incoming);
    const found = findTarget({ method: "POST", url: service.base + path });
    const isToken = found !== undefined && endpointOf(found.name).issuesToken === true;
    order.add(pass(incoming, outgoing, isToken ? auth : service, path, longestBody));
  };
  const server = http
    .createServer({ maxHeaderSize, requestTimeout: 0, keepAliveTimeout }, forward)
    .on("checkContinue", forward)
    .on("checkExpectation", forward);
  await once(server.listen(port, host), "listening");
  return {
    url: renderUrl(server.address()),
    close: async () => {
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
      await order.done();
      for (const { agent } of [service, auth]) agent.destroy();
    },
  };
}

/** Bytes of the headers of a message. Tokens can be longer than Node's default allows. */
const maxHeaderSize = 65_536;

/** Milliseconds after which the proxy closes an idle connection of a client. */
const keepAliveTimeout = 75_000;

/** Milliseconds after which the proxy closes an idle connection to an upstream: before most servers do. */
const idleTime = 4_000;

interface Upstream {
  /** The address without a trailing slash. */
  readonly base: string;
  readonly authority: string;
  readonly agent: http.Agent;
  readonly request: (options: http.RequestOptions) => http.ClientRequest;
}

function createUpstream(address: string): Upstream {
  const url = new URL(address);
  const settings = { keepAlive: true, timeout: idleTime };
  const isSecure = url.protocol === "https:";
  return {
    base: url.origin + url.pathname.replace(/\/+$/, ""),
    authority: url.host,
    agent: isSecure ? new https.Agent(settings) : new http.Agent(settings),
    // Explicit, because otherwise an environment variable could switch the verification off.
    request: isSecure ? (options) => https.request({ ...options, rejectUnauthorized: true }) : http.request,
  };
}

/** The path and the query of a request, also if its target is a whole URL. */
function pathOf({ url = "/" }: http.IncomingMessage): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "");
  return path.startsWith("/") ? path : `/${path.replace(/^\*$/, "")}`;
}

type Exchanged = Omit<TrafficExchange, "sequence">;

/** Reports exchanges in the order in which they were added. */
function createOrder(onExchange: TrafficProxyOptions["onExchange"]) {
  let last = Promise.resolve();
  let sequence = 0;
  return {
    add: (exchanged: Promise<Exchanged>): void => {
      const earlier = last;
      sequence += 1;
      const own = sequence;
      last = exchanged.then(async (exchange) => {
        await earlier;
        onExchange({ sequence: own, ...exchange });
      });
    },
    done: () => last,
  };
}

/** Passes a request to an upstream, and its response to the client. */
async function pass(
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
  upstream: Upstream,
  path: string,
  longestBody: number,
): Promise<Exchanged> {
  const startedAt = Date.now();
  const [requestCopy, responseCopy] = [createBodyCopy(longestBody), createBodyCopy(longestBody)];
  const request = sendHead(incoming, upstream, path);
  let response: http.IncomingMessage | undefined;
  const isReached = watchConnection(request, upstream);
  request
    .on("continue", () => outgoing.writeContinue())
    .on("response", (received) => {
      response = received;
      passBack(incoming, received, outgoing, responseCopy);
    })
    .on("error", (error) => {
      if (outgoing.headersSent ? response?.complete : outgoing.destroyed) return;
      if (isReached()) outgoing.destroy();
      else refuse(outgoing, upstream, error);
    })
    .on("close", () => {
      incoming.unpipe(request);
      incoming.resume(); // the client may still be sending although the response is complete
    });
  incoming.on("data", requestCopy.add).on("end", () => {
    request.addTrailers(pairsOf(incoming.rawTrailers));
    request.end();
  });
  incoming.pipe(request, { end: false });
  await new Promise((resolve) => outgoing.once("close", resolve));
  const endedAt = Date.now();
  if (!outgoing.writableFinished) request.destroy();
  const isComplete = outgoing.writableFinished && response?.complete === true;
  const textOf = (message: http.IncomingMessage | undefined, copy: BodyCopy) =>
    message?.complete === true ? copy.text(message.headers["content-encoding"]) : undefined;
  return {
    startedAt,
    endedAt,
    method: incoming.method ?? "GET",
    url: upstream.base + path,
    requestHeaders: { ...joinValues(incoming.headers), host: upstream.authority },
    requestBody: await textOf(incoming, requestCopy),
    status: isComplete ? (response?.statusCode ?? 0) : 0,
    responseHeaders: isComplete ? joinValues(response?.headers ?? {}) : {},
    responseBody: isComplete ? await textOf(response, responseCopy) : undefined,
  };
}

/** Sends the head of a request to an upstream. */
function sendHead(incoming: http.IncomingMessage, upstream: Upstream, path: string): http.ClientRequest {
  const { agent } = upstream;
  const url = new URL(upstream.base);
  const request = upstream.request({
    ...urlToHttpOptions(url),
    method: incoming.method,
    path: url.pathname.replace(/\/$/, "") + path,
    agent,
    maxHeaderSize,
  });
  // Node adds the `Host` of the upstream, and would announce a body that the request does not have.
  if (!hasBody(incoming)) for (const name of ["content-length", "transfer-encoding"]) request.removeHeader(name);
  for (const [name, value] of endToEnd(incoming)) if (!isNamed(name, "host")) request.appendHeader(name, value);
  request.flushHeaders();
  return request;
}

/** Returns a function that tells whether a request reached the upstream. */
function watchConnection(request: http.ClientRequest, upstream: Upstream): () => boolean {
  let isConnected = false;
  const event = upstream.agent instanceof https.Agent ? "secureConnect" : "connect";
  request.once("socket", (socket) => {
    if (!request.reusedSocket) {
      socket.once(event, () => {
        isConnected = true;
      });
    }
  });
  return () => isConnected || request.reusedSocket;
}

/** Passes a response to the client. */
function passBack(
  incoming: http.IncomingMessage,
  response: http.IncomingMessage,
  outgoing: http.ServerResponse,
  copy: BodyCopy,
): void {
  const isOld = incoming.httpVersion === "1.0"; // has neither chunks nor trailers
  const headers = endToEnd(response).filter(([name]) => !isOld || !isNamed(name, "transfer-encoding", "trailer"));
  outgoing.sendDate = false;
  try {
    outgoing.writeHead(response.statusCode ?? 502, response.statusMessage ?? "", headers.flat());
  } catch {
    response.destroy(); // Node refuses to send what it received
    outgoing.destroy();
    return;
  }
  outgoing.flushHeaders();
  response
    .on("data", copy.add)
    .on("end", () => {
      outgoing.addTrailers(pairsOf(response.rawTrailers));
      outgoing.end();
    })
    .on("error", () => outgoing.destroy());
  response.pipe(outgoing, { end: false });
}

/** Tells the client, in the form of the service's errors, that an upstream cannot be reached. Spec 7. */
function refuse(outgoing: http.ServerResponse, { base }: Upstream, error: Error): void {
  const why = "code" in error ? `${error.message} (${String(error.code)})` : error.message;
  const entry = {
    code: "5020",
    name: "UPSTREAM_UNREACHABLE",
    problem: `The proxy cannot reach ${base}: ${why}`,
    action: "Check the address of the upstream and its certificate.",
    location: "Service",
  };
  outgoing.writeHead(502, { "content-type": "application/json" }).end(JSON.stringify({ errors: [entry] }));
}

const hopByHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "upgrade",
];

/**
 * The headers of a message without those that concern only one connection, and without a `Trailer` for which there is no
 * place. `Transfer-Encoding` stays, because Node frames
 * the message as it says.
 */
function endToEnd({ rawHeaders, headers }: http.IncomingMessage): readonly (readonly [string, string])[] {
  const withoutUse = /chunked/i.test(headers["transfer-encoding"] ?? "") ? [] : ["trailer"];
  const named = (headers.connection ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  return pairsOf(rawHeaders).filter(([name]) => !isNamed(name, ...hopByHop, ...withoutUse, ...named));
}

const isNamed = (name: string, ...names: readonly string[]): boolean => names.includes(name.toLowerCase());

const hasBody = ({ headers }: http.IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/** The names and values of a list in which they alternate. */
const pairsOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? ""]] : []));

const joinValues = (headers: http.IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(", ")]],
    ),
  );

function renderUrl(address: ReturnType<http.Server["address"]>): string {
  if (address === null || typeof address === "string") throw new TypeError("The proxy does not listen on a port.");
  const { family, port } = address;
  const host = address.address.replace(/^(0\.0\.0\.0|::)$/, "127.0.0.1");
  return `http://${family === "IPv6" && host.includes(":") ? `[${host}]` : host}:${port}`;
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { type Profile, presets } from "@journey-kit/schemas/profile";
import type { AnsweredRequest } from "../context/context.ts";
import type { Simulator } from "../simulator.ts";
import {
  createControlCheck,
  createHostCheck,
  createListenerError,
  createMalformedHandling,
  discard,
  findHostProblem,
  isWildcard,
  type ListenerRefusal,
  type ListenerResponse,
  send,
  toAuthority,
  toBindings,
  toHttpText,
} from "./listener.ts";
import { createPlayground } from "./playground.ts";

export { nodeDigest } from "./digest.ts";

/** Where and for whom a simulator listens; everything may be left out. */
export interface ServeOptions {
  /** 4010 where left out; 0 takes any free one. */
  readonly port?: number;
  /** Address or name to bind to; `127.0.0.1` where left out. */
  readonly host?: string;
  /** Host names to answer to, beside loopback names and addresses. */
  readonly allowedHosts?: readonly string[];
  /** Opens the control plane to callers from other machines that send it as a bearer token; otherwise to none. */
  readonly controlToken?: string;
  /** Decides the form of the listener's own errors; `specified` where left out. Gap `error-location-values`. */
  readonly profile?: Profile;
  /** A folder of files to serve at `/`, where the service has no endpoint. */
  readonly playground?: string;
  /** Milliseconds that a caller may take to send the headers; 10 seconds where left out. */
  readonly headersTime?: number;
  /** Milliseconds that a caller may take to send a whole request; a minute where left out. */
  readonly requestTime?: number;
  /** Serves `https` with a certificate and its private key, both PEM, for callers that refuse plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Told of the requests that the listener refuses by itself; the simulator has its own `onRequest` for all others. */
  readonly onRequest?: (request: AnsweredRequest) => void;
}

/** A simulator that listens. */
export interface Served {
  /** Address without a trailing slash, under which this machine reaches the simulator. */
  readonly url: string;
  /** Stops listening and drops every connection at once. */
  readonly close: () => Promise<void>;
}

/**
 * Serves a simulator on a port. Requests for a foreign `Host` are refused on every path, so that no web page can reach
 * the simulator through a name of its own; the control plane answers other machines only with the control token. Spec 7.
 *
 * The adapter replaces the global `Request` and `Response` by its own, which are quicker to make and otherwise alike.
 *
 * @throws {Error} With Node's `code`, when the port is taken or the host is none of this machine.
 * @example
 * const served = await serveSimulator(createSimulator(), { port: 0 });
 */
export async function serveSimulator(simulator: Simulator, options: ServeOptions = {}): Promise<Served> {
  const { host = "127.0.0.1", port = 4010, headersTime = 10_000, requestTime = 60_000 } = options;
  const settings = {
    requireHostHeader: false, // a request without one gets an answer of ours
    joinDuplicateHeaders: true, // as `Headers` does
    headersTimeout: headersTime,
    requestTimeout: Math.max(headersTime, requestTime),
    connectionsCheckingInterval: Math.min(headersTime, 1_000),
  };
  const { tls } = options;
  const server = tls === undefined ? createServer(settings) : createTlsServer({ ...settings, ...tls });
  mount(server, simulator, options);
  const bound = await listen(server, port, host);
  const name = isWildcard(host) ? (host === "::" ? "::1" : "127.0.0.1") : host;
  return {
    url: `${tls === undefined ? "http" : "https"}://${toAuthority(name)}:${bound.port}`,
    close: () => close(server),
  };
}

function mount(server: Server, simulator: Simulator, options: ServeOptions): void {
  const { profile = presets.specified, host = "127.0.0.1", allowedHosts = [], playground } = options;
  const isAllowed = createHostCheck(isWildcard(host) ? allowedHosts : [host, ...allowedHosts]);
  const malformed = createMalformedHandling(profile);
  const { fetch } = playground === undefined ? simulator.app : { fetch: createPlayground(playground, simulator) };
  const isControlAllowed = createControlCheck(options.controlToken);
  const refuse = (
    { method = "", url = "" }: { readonly method?: string | undefined; readonly url?: string | undefined },
    error: ListenerRefusal,
  ): ListenerResponse => {
    const answer = createListenerError(profile, error);
    const [path = ""] = url.split("?", 1);
    options.onRequest?.({
      method,
      path,
      status: answer.status,
      error,
      world: undefined,
      fault: undefined,
      duration: 0,
    });
    return answer;
  };
  const addresses = new WeakMap<Socket, string | undefined>(); // read on accept: a reset takes the address away
  const answer = getRequestListener(
    (request, { incoming, outgoing }) => {
      if (!isControlAllowed(request, addresses.get(incoming.socket)))
        return toResponse(refuse(incoming, "CONTROL_NOT_ALLOWED"));
      return fetch(request, toBindings(outgoing as ServerResponse)); // the server speaks HTTP/1.1 alone
    },
    { errorHandler: (error) => toResponse(createListenerError(profile, toFailure(error))) },
  );

  const receive = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    malformed.track(incoming, outgoing);
    outgoing.once("close", () => discard(incoming));
    const problem = findHostProblem(incoming, isAllowed);
    if (incoming.url === "*") incoming.url = "/";
    if (problem === undefined) answer(incoming, outgoing).catch(() => outgoing.destroy());
    else send(outgoing, refuse(incoming, problem));
  };

  server.on(options.tls === undefined ? "connection" : "secureConnection", (socket: Socket) =>
    addresses.set(socket, socket.remoteAddress),
  );
  server.on("request", receive);
  server.on("checkContinue", (incoming, outgoing) => {
    if (findHostProblem(incoming, isAllowed) === undefined) outgoing.writeContinue();
    receive(incoming, outgoing);
  });
  server.on("checkExpectation", receive);
  server.on("connect", (incoming, socket) => {
    const name = findHostProblem(incoming, isAllowed) ?? "METHOD_NOT_ALLOWED";
    socket.on("error", () => socket.destroy());
    socket.end(toHttpText(createListenerError(profile, name)));
  });
  server.on("clientError", malformed.answer);
}

/** What the adapter could not make a request of, and what should never happen. */
const toFailure = (error: unknown): ListenerRefusal =>
  error instanceof Error && error.name === "RequestError" ? "MALFORMED_REQUEST" : "INTERNAL_ERROR";

const toResponse = ({ status, headers, body }: ListenerResponse): Response => new Response(body, { status, headers });

const listen = (server: Server, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      server.on("error", () => undefined); // a connection that cannot be accepted, as when too many files are open
      resolve(server.address() as AddressInfo); // a server on a port has one
    });
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

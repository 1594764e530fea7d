import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Exchange } from "@journey-kit/schemas/control";
import { type Profile, presets } from "@journey-kit/schemas/tables";
import { targetOf, toLoggedPath } from "../api/address.ts";
import type { App } from "../api/app.ts";
import { toLoggedWorld } from "../api/middleware/report.ts";
import type { AnsweredRequest, Metrics, Traces } from "../context/context.ts";
import type { OpenStorage } from "../context/sql-storage.ts";
import type { OpenedWorld } from "../control/open-worlds.ts";
import { instanceIdOf, type Numbered } from "../journal/journal.ts";
import { assembleService as create, type Service, type SimulatorOptions } from "../service.ts";
import type { Millis } from "../world/time.ts";
import { type Connections, trackConnections } from "./connections.ts";
import { nodeDigest } from "./digest.ts";
import {
  createBindings,
  createControlCheck,
  createHostCheck,
  createListenerError,
  createMalformedHandling,
  drain,
  findHostProblem,
  formatAuthority,
  formatHttp,
  isWildcard,
  type ListenerRefusal,
  type ListenerResponse,
  send,
  sendLast,
} from "./listener.ts";
import type { SpanSink } from "./traces.ts";

export type { OpenStorage } from "../context/sql-storage.ts";
export type { ShownSpan, SpanSink } from "./traces.ts";
export { nodeDigest };

/**
 * Creates a simulator without the controls of its worlds, which only requests to its control API load. It starts faster
 * than `createSimulator`.
 *
 * @throws {ProfileError} If the profile contains an unknown gap or reading.
 * @throws {RangeError} If a limit is unknown or not a whole number.
 * @throws {DefinitionError} If a journey cannot be published.
 */
export function createService(options: SimulatorOptions = {}): StartedService {
  const { context, ...service } = create({ digest: nodeDigest, ...options });
  return {
    ...service,
    watch: (listener) =>
      context.journals.watch((world, added) => {
        if (world !== undefined && added !== undefined) listener(toRecorded(world, added));
      }),
    render: async (requests) => {
      const { renderExchanges } = await import("../journal/exchange.ts");
      return renderExchanges(
        requests.map(({ numbered }) => numbered),
        context.pause,
      );
    },
    openWorlds: async (snapshots) => (await import("../control/open-worlds.ts")).openWorlds(context, snapshots),
  };
}

/** A request in the journal of a world. */
export interface RecordedRequest {
  /** The client id that the world belongs to. */
  readonly world: string;
  /** The client id as a log shows it. */
  readonly loggedWorld: string;
  /** Id of the instance that the request is about; undefined if there is none. */
  readonly instanceId: string | undefined;
  /** Whether the instance has ended. */
  readonly isOver: boolean;
  /** Whether the response has a status of at least 400. */
  readonly isError: boolean;
  /** Characters of the response. */
  readonly size: number;
  /** The entry in the journal, for `render`. */
  readonly numbered: Numbered;
}

function toRecorded(world: string, numbered: Numbered): RecordedRequest {
  const { entry } = numbered;
  const { snapshot, status, responseText } = entry;
  return {
    ...{ world, loggedWorld: toLoggedWorld(world), instanceId: instanceIdOf(entry), numbered },
    ...{ isError: status >= 400, size: responseText?.length ?? 0 },
    isOver: snapshot?.phase === "finished" || snapshot?.phase === "failed",
  };
}

/** A simulator that can open saved worlds after journeys were published, and whose requests can be watched. */
export interface StartedService extends Service {
  /**
   * Calls `listener` after each request to a world. It must return at once, because the request waits for it.
   *
   * @returns A function that removes the listener.
   */
  readonly watch: (listener: (request: RecordedRequest) => void) => () => void;
  /** Renders requests as the control API does, without personal data. It loads the schemas when it is called. */
  readonly render: (requests: readonly RecordedRequest[]) => Promise<readonly Exchange[]>;
  /**
   * Opens saved worlds. Each one becomes the world of the client id that it was saved for, which must not exist yet.
   *
   * @throws {RefusalError} With the path of each problem, such as `open[0].version`.
   */
  readonly openWorlds: (snapshots: readonly unknown[]) => Promise<readonly OpenedWorld[]>;
}

/**
 * Opens a database that stores everything a simulator must not lose, and brings its tables up to date.
 *
 * @param address `sqlite:FILE`, or the URL of a PostgreSQL database.
 * @throws {RangeError} If the address has another form.
 * @throws {UnavailableError} If the database cannot be reached.
 * @example
 * const storage = await openStorage("sqlite:worlds.db");
 * const simulator = createSimulator({ storage });
 */
export const openStorage = async (address: string): Promise<OpenStorage> =>
  (await import("./open-storage.ts")).openDatabaseStorage(address);

/**
 * Creates metrics for Prometheus, which `/_sim/metrics` returns. Call this function once for each simulator, because simulators cannot share metrics.
 *
 * @example
 * const simulator = createSimulator({ metrics: await createMetrics() });
 */
export const createMetrics = async (): Promise<Metrics> => (await import("./metrics.ts")).createPrometheusMetrics();

/**
 * Creates traces, which send a span for each request to the service and for each module run to `sink`. Call this function
 * once for each simulator.
 */
export const createTraces = async <Span>(sink: SpanSink<Span>): Promise<Traces> =>
  (await import("./traces.ts")).createSpanTraces(sink);

/** How a simulator listens. All options are optional. */
export interface ServeOptions {
  /** Port to listen on. The default is 4010; 0 picks a free one. */
  readonly port?: number;
  /** Address or name to bind to. The default is `127.0.0.1`. */
  readonly host?: string;
  /** Host names to accept in addition to loopback names and addresses. */
  readonly allowedHosts?: readonly string[];
  /**
   * Bearer token for the control API from other machines. Without it, only this machine can use the control API.
   */
  readonly controlToken?: string;
  /** The profile that decides the form of listener errors. The default is `specified`. Gap `error-location-values`. */
  readonly profile?: Profile;
  /** Folder of files to serve at paths that have no endpoint. */
  readonly playground?: string;
  /** Milliseconds to wait for the headers of a request. The default is 10 seconds. */
  readonly headersTime?: number;
  /** Milliseconds to wait for a whole request. The default is a minute. */
  readonly requestTime?: number;
  /** PEM certificate and private key for serving `https`. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /**
   * Called after requests that the listener refuses. After all other requests, the `onRequest` of the simulator is
   * called.
   */
  readonly onRequest?: (request: AnsweredRequest) => void;
}

/** A listening simulator. */
export interface Served {
  /** URL of the simulator on this machine, without a trailing slash. */
  readonly url: string;
  /** Number of requests that have no complete response yet, including event streams. */
  readonly underWay: () => number;
  /**
   * Stops listening and closes every connection. Can be called again with a shorter time. Does not close the store of the
   * simulator, which may serve other callers.
   */
  readonly close: (options?: {
    /**
     * Milliseconds for requests under way to finish. Idle connections close and event streams end immediately. The
     * default is 0, which closes every connection immediately.
     */
    readonly drain?: Millis;
  }) => Promise<void>;
}

/**
 * Serves a simulator on a port. It refuses foreign `Host` headers, which stops DNS rebinding by web pages. From other
 * machines, the control API requires the control token. Spec 7.
 *
 * The adapter replaces the global `Request` and `Response` with its own, which are faster.
 *
 * @throws {RefusalError} If a saved world of the simulator's option `open` cannot be opened.
 * @throws {Error} With Node's `code`, if the port is taken or the host is not an address of this machine.
 * @example
 * const served = await serveSimulator(createSimulator(), { port: 0 });
 */
export async function serveSimulator(
  { app, ready }: { readonly app: Pick<App, "fetch">; readonly ready?: Promise<void> },
  options: ServeOptions = {},
): Promise<Served> {
  await ready;
  const { host = "127.0.0.1", port = 4010, headersTime = 10_000, requestTime = 60_000 } = options;
  const settings = {
    requireHostHeader: false, // the listener refuses a missing header with its own error
    joinDuplicateHeaders: true, // as `Headers` does
    headersTimeout: headersTime,
    requestTimeout: Math.max(headersTime, requestTime),
    connectionsCheckingInterval: Math.min(headersTime, 1_000),
  };
  const { tls, playground } = options;
  const server = tls === undefined ? createServer(settings) : createTlsServer({ ...settings, ...tls });
  const connections = trackConnections(server, tls !== undefined);
  const stopping = new AbortController();
  const served = playground === undefined ? app : addPlayground(playground, app);
  mount(server, connections, served, options, stopping.signal);
  server.listen(port, host);
  await once(server, "listening");
  server.on("error", () => undefined); // for example, too many open files prevented a connection
  const bound = server.address() as AddressInfo; // a server on a port has an address
  const name = isWildcard(host) ? (host === "::" ? "::1" : "127.0.0.1") : host;
  return {
    url: `${tls === undefined ? "http" : "https"}://${formatAuthority(name)}:${bound.port}`,
    underWay: connections.underWay,
    close: ({ drain = 0 } = {}) => {
      stopping.abort();
      return connections.close(drain);
    },
  };
}

function mount(
  server: Server,
  connections: Connections,
  { fetch }: Pick<App, "fetch">,
  options: ServeOptions,
  stopping: AbortSignal,
): void {
  const { profile = presets.specified, host = "127.0.0.1", allowedHosts = [] } = options;
  const isAllowed = createHostCheck(isWildcard(host) ? allowedHosts : [host, ...allowedHosts]);
  const respondToMalformed = createMalformedHandling(profile, connections.latest);
  const isControlAllowed = createControlCheck(options.controlToken);
  const refuse = (
    { method = "", url = "" }: Pick<IncomingMessage, "method" | "url">,
    error: ListenerRefusal,
  ): ListenerResponse => {
    const response = createListenerError(profile, error);
    const { id, status } = response;
    const path = toLoggedPath(`http://localhost${url.startsWith("/") ? url : "/"}`);
    const unknown = { endpoint: undefined, world: undefined, fault: undefined };
    options.onRequest?.({ id, method, path, status, error, ...unknown, duration: 0 });
    return response;
  };
  const addresses = new WeakMap<Socket, string | undefined>(); // read when accepted, because a reset clears the address
  const handle = getRequestListener(
    (request, { incoming, outgoing }) => {
      if (!isControlAllowed(request, addresses.get(incoming.socket)))
        return createResponse(refuse(incoming, "CONTROL_NOT_ALLOWED"));
      return fetch(request, createBindings(outgoing as ServerResponse, stopping)); // the server only speaks HTTP/1.1
    },
    { errorHandler: (error) => createResponse(createListenerError(profile, failureNameOf(error))) },
  );

  const respond = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
    void handle(incoming, outgoing).then(
      () => drain(incoming),
      () => outgoing.destroy(),
    );
  /** Responds after Node has parsed everything that arrived, usually the whole body, so that nothing waits for the body. */
  const receive = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    connections.track(incoming, outgoing);
    const problem = findHostProblem(incoming, isAllowed);
    if (incoming.url === "*") incoming.url = "/";
    if (problem !== undefined) {
      send(outgoing, refuse(incoming, problem));
      drain(incoming);
    } else {
      setImmediate(respond, incoming, outgoing);
    }
  };

  server.on(options.tls === undefined ? "connection" : "secureConnection", (socket: Socket) =>
    addresses.set(socket, socket.remoteAddress),
  );
  server.on("request", receive);
  server.on("checkContinue", (incoming, outgoing) => {
    if (findHostProblem(incoming, isAllowed) === undefined) inviteBody(outgoing);
    receive(incoming, outgoing);
  });
  server.on("checkExpectation", receive);
  server.on("connect", (incoming, socket) => {
    const name = findHostProblem(incoming, isAllowed) ?? "METHOD_NOT_ALLOWED";
    socket.on("error", () => socket.destroy());
    sendLast(socket, formatHttp(createListenerError(profile, name)));
  });
  server.on("clientError", respondToMalformed);
}

/** Node would write 100 Continue into the response if the responses to earlier requests are not sent yet. */
function inviteBody(outgoing: ServerResponse): void {
  if (outgoing.socket !== null) outgoing.writeContinue();
  else
    outgoing.once("socket", () => {
      if (!outgoing.headersSent) outgoing.writeContinue();
    });
}

/**
 * Serves the files of a folder at paths that have no endpoint. The first request for a file loads Hono, which startup
 * does not need.
 */
function addPlayground(folder: string, app: Pick<App, "fetch">): Pick<App, "fetch"> {
  let loading: Promise<Pick<App, "fetch">> | undefined;
  const load = async () => (await import("./playground.ts")).createPlayground(folder, app);
  return {
    fetch: (request, bindings) => {
      if (!isFile(request)) return app.fetch(request, bindings);
      loading ??= load();
      return loading.then((files) => files.fetch(request, bindings));
    },
  };
}

/** Whether a request is for a file: a GET or HEAD at a path that has no endpoint. */
function isFile({ method, url }: Request): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { region, isControl, matches } = targetOf(url);
  return region === undefined && !isControl && matches.length === 0;
}

/** The adapter throws `RequestError` if it cannot create a request. */
const failureNameOf = (error: unknown): ListenerRefusal =>
  error instanceof Error && error.name === "RequestError" ? "MALFORMED_REQUEST" : "INTERNAL_ERROR";

const createResponse = ({ status, headers, body }: ListenerResponse): Response =>
  new Response(body, { status, headers });

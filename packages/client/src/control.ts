import {
  type ControlRouteName,
  clientIdProblem,
  controlRouteNames,
  controlRouteOf,
  isClientId,
} from "@journey-kit/schemas/calls";
import type { controlEndpoints, QueryInput, World, WorldInstance } from "@journey-kit/schemas/control";
import type { FileSchemaName } from "@journey-kit/schemas/tables";
import { parseAddress } from "./call/request.ts";
import { createRedact, type Fetch, isToken, receive, toApiError } from "./call/response.ts";

export type { World, WorldInstance } from "@journey-kit/schemas/control";
export { ApiError, ConnectionError, JourneyError } from "./errors.ts";

type Endpoints = typeof controlEndpoints;

// The schemas define the types of the bodies. Only types are imported, so this file does not load Zod.

/** Request body of a control API endpoint; `undefined` if it has none. */
export type ControlRequestOf<Name extends ControlRouteName> = Endpoints[Name] extends {
  readonly request: { readonly _zod: { readonly input: infer Body } };
}
  ? Body
  : undefined;

/** Response body of a control API endpoint. */
export type ControlResponseOf<Name extends ControlRouteName> = Endpoints[Name]["response"]["_zod"]["output"];

/** Query of a control API endpoint; `undefined` if it has none. */
export type ControlQueryOf<Name extends ControlRouteName> = Endpoints[Name] extends {
  readonly query: { readonly _zod: { readonly input: infer Query } };
}
  ? QueryInput<Query>
  : undefined;

/** Options for {@link createSimulatorControl}. */
export interface ControlOptions {
  /** Address of the simulator, for example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /** Replaces the global `fetch`, for example with the `fetch` of a simulator in the same process. */
  readonly fetch?: Fetch | undefined;
  /** The simulator's control token. Required from another machine or through a proxy. */
  readonly token?: string | undefined;
}

/** Controls a simulator over HTTP. If the simulator refuses a request, the method throws {@link ApiError}. */
export interface SimulatorControl {
  /** Resolves if the simulator's process responds. */
  health(): Promise<ControlResponseOf<"readHealth">>;
  /** Resolves if the simulator can serve requests. Throws {@link ApiError} with status 503 until then. */
  ready(): Promise<ControlResponseOf<"readReadiness">>;
  /** Returns the gaps of the specification with their readings, by gap id. */
  gaps(): Promise<ControlResponseOf<"listGaps">>;
  /** Lists the published journeys. */
  journeys(): Promise<ControlResponseOf<"listJourneys">>;
  /** Returns the definition of a journey; the version defaults to the latest. */
  journey(id: string, query?: ControlQueryOf<"readJourney">): Promise<ControlResponseOf<"readJourney">>;
  /** Publishes a journey; the version defaults to the next one. A published version cannot be changed. */
  publish(publishing: ControlRequestOf<"publishJourney">): Promise<ControlResponseOf<"publishJourney">>;
  /** Returns an OpenAPI document. `world` selects the world whose readings the document describes. */
  openApi(
    document: "v1" | "v2" | "token" | "control",
    query?: ControlQueryOf<"readOpenApi">,
  ): Promise<ControlResponseOf<"readOpenApi">>;
  /** Returns the JSON Schema of a file that you write, such as a scenario. */
  schema(name: FileSchemaName): Promise<ControlResponseOf<"readSchema">>;
  /** Lists the worlds of the simulator. */
  worlds(): Promise<ControlResponseOf<"listWorlds">>;
  /** Returns the controls of one API client's world. Sends no request. Throws `TypeError` for an invalid client id. */
  world(clientId: string): World;
}

/**
 * Creates a client of a simulator's control API. The client never retries.
 *
 * @throws {TypeError} When the address is relative or contains credentials, or the token is not a valid header value.
 * @example
 * const world = createSimulatorControl({ baseUrl: "http://127.0.0.1:4010" }).world("my-tests");
 * await world.scenarios.arm({ scenario: "liveness-fails-once" });
 * await world.clock.set({ mode: "frozen" });
 * await world.clock.advance({ to: "next-event" });
 */
export function createSimulatorControl(options: ControlOptions): SimulatorControl {
  const { baseUrl, fetch = (request) => globalThis.fetch(request), token } = options;
  if (token !== undefined && !isToken(token)) throw new TypeError("The token is not a valid header value."); // the message must not quote the token
  const send = createControlSend(parseAddress("baseUrl", baseUrl), fetch, token);
  return {
    health: () => send("readHealth"),
    ready: () => send("readReadiness"),
    gaps: () => send("listGaps"),
    journeys: () => send("listJourneys"),
    journey: (id, query) => send("readJourney", id, query),
    publish: (publishing) => send("publishJourney", publishing),
    openApi: (document, query) => send("readOpenApi", `${document}.json`, query),
    schema: (name) => send("readSchema", `${name}.json`),
    worlds: () => send("listWorlds"),
    world: (clientId) => {
      if (!isClientId(clientId)) throw new TypeError(clientIdProblem);
      return createWorld(send, clientId);
    },
  };
}

/** Calls an endpoint with the values of the parameters of its path, in order, and then its body or query. */
type ControlSend = <Name extends ControlRouteName>(
  name: Name,
  ...values: readonly unknown[]
) => Promise<ControlResponseOf<Name>>;

const createControlSend =
  (baseUrl: string, fetch: Fetch, token: string | undefined): ControlSend =>
  async (name, ...values) => {
    const { method, path, input } = controlRouteOf(name);
    const rest = [...values];
    const filled = path.replaceAll(/:\w+/g, () => encodeURIComponent(`${rest.shift()}`));
    const sent = input === undefined ? {} : (rest[0] ?? {});
    const isQuery = method === "GET" || method === "DELETE";
    const headers = new Headers({ accept: "application/json" });
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (!isQuery) headers.set("content-type", "application/json");
    const search = new URLSearchParams();
    for (const [key, value] of isQuery ? Object.entries(sent) : [])
      if (value !== undefined) search.set(key, `${value}`);
    const url = baseUrl + filled + (search.size === 0 ? "" : `?${search}`);
    const body = isQuery ? null : JSON.stringify(sent);
    const request = new Request(url, { method, redirect: "manual", headers, body });
    const received = await receive(name, fetch, request);
    // The type comes from the endpoint's schema, and the simulator's tests check every response against this schema.
    if (received.response.ok && received.body !== undefined) return received.body as ControlResponseOf<typeof name>;
    throw toApiError(name, received, createRedact([token ?? ""]), Date.now());
  };

function createWorld(send: ControlSend, world: string): World {
  const { scenarios, ...others } = createWorldMethods(send, world);
  return {
    ...others,
    scenarios: { ...scenarios, put: (scenario) => send("putScenario", world, scenario.name, scenario) },
    coverage: (min) => send("readCoverage", world, { min }),
    instance: (id) => createWorldMethods(send, world, id).instance,
  };
}

type Methods = Omit<World, "instance"> & { readonly instance: WorldInstance };

/** Creates the methods that the rows of the control API name. */
function createWorldMethods(send: ControlSend, ...at: readonly string[]): Methods {
  const methods: Record<string, object> = {};
  for (const name of controlRouteNames) {
    const [owner, member] = controlRouteOf(name).call?.split(".") ?? [];
    if (owner === undefined) continue;
    const method = (...values: readonly unknown[]) => send(name, ...at, ...values);
    methods[owner] = member === undefined ? method : { ...methods[owner], [member]: method };
  }
  return methods as Methods; // `WorldCall` lists them
}

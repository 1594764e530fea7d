import type { controlEndpoints, QueryInput, World } from "@journey-kit/schemas/control";
import {
  type ControlRouteName,
  clientIdProblem,
  controlRouteOf,
  isClientId,
} from "@journey-kit/schemas/control-routes";
import type { FileSchemaName } from "@journey-kit/schemas/file-schemas";
import { toAddress } from "./call/request.ts";
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
  const send = createSend(toAddress("baseUrl", baseUrl), fetch, token);
  return {
    health: () => send("readHealth", {}, undefined),
    ready: () => send("readReadiness", {}, undefined),
    gaps: () => send("listGaps", {}, undefined),
    journeys: () => send("listJourneys", {}, undefined),
    journey: (id, query) => send("readJourney", { journey: id }, undefined, query),
    publish: (publishing) => send("publishJourney", {}, publishing),
    openApi: (document, query) => send("readOpenApi", { document: `${document}.json` }, undefined, query),
    schema: (name) => send("readSchema", { schema: `${name}.json` }, undefined),
    worlds: () => send("listWorlds", {}, undefined),
    world: (clientId) => {
      if (!isClientId(clientId)) throw new TypeError(clientIdProblem);
      return createWorld(send, clientId);
    },
  };
}

/** Values of the `:name` parts of a path. */
type Parameters = Readonly<Record<string, string>>;

type ControlSend = <Name extends ControlRouteName>(
  name: Name,
  parameters: Parameters,
  body: ControlRequestOf<Name>,
  query?: ControlQueryOf<Name>,
) => Promise<ControlResponseOf<Name>>;

/** Creates the function that calls the endpoints of the control API. */
const createSend =
  (baseUrl: string, fetch: Fetch, token: string | undefined): ControlSend =>
  async (name, parameters, body, query) => {
    const { method, path } = controlRouteOf(name);
    const headers = new Headers({ accept: "application/json" });
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (body !== undefined) headers.set("content-type", "application/json");
    const content = body === undefined ? null : JSON.stringify(body);
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, `${value}`);
    const url = baseUrl + fill(path, parameters) + (search.size === 0 ? "" : `?${search}`);
    const request = new Request(url, { method, redirect: "manual", headers, body: content });
    const received = await receive(name, fetch, request);
    // The type comes from the endpoint's schema, and the simulator's tests check every response against this schema.
    if (received.response.ok && received.body !== undefined) return received.body as ControlResponseOf<typeof name>;
    throw toApiError(name, received, createRedact([token ?? ""]), Date.now());
  };

/** Fills in the `:name` parts of a path. */
const fill = (path: string, parameters: Parameters): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));

function createWorld(send: ControlSend, world: string): World {
  const at = { world };
  return {
    clock: {
      read: () => send("readClock", at, undefined),
      set: (change) => send("changeClock", at, change),
      advance: (by) => send("advanceClock", at, by),
    },
    profile: {
      read: () => send("readProfile", at, undefined),
      set: (choice) => send("changeProfile", at, choice),
    },
    rate: {
      read: () => send("readRate", at, undefined),
      set: (rate) => send("changeRate", at, rate),
    },
    permissions: {
      read: () => send("readPermissions", at, undefined),
      set: (permissions) => send("changePermissions", at, permissions),
    },
    scenarios: {
      list: () => send("listScenarios", at, undefined),
      put: (scenario) => send("putScenario", { ...at, scenario: scenario.name }, scenario),
      arm: (arming) => send("arm", at, arming),
    },
    faults: {
      read: () => send("readFaults", at, undefined),
      set: (plan) => send("putFaults", at, plan),
      hits: () => send("readFaultHits", at, undefined),
    },
    requests: {
      list: (query = {}) => send("listRequests", at, undefined, query),
      archive: (query = {}) => send("archiveRequests", at, undefined, query),
    },
    coverage: (min) => send("readCoverage", at, undefined, min === undefined ? {} : { min: `${min}` }),
    checkpoints: {
      list: () => send("listCheckpoints", at, undefined),
      save: () => send("saveCheckpoint", at, {}),
      restore: (checkpoint) => send("restoreCheckpoint", { ...at, checkpoint }, {}),
      fork: (checkpoint, to) => send("forkCheckpoint", { ...at, checkpoint }, to),
      remove: (checkpoint) => send("removeCheckpoint", { ...at, checkpoint }, undefined),
    },
    situation: {
      save: () => send("exportSituation", at, undefined),
      open: (situation) => send("importSituation", at, situation),
    },
    instances: () => send("listInstances", at, undefined),
    instance: (instance) => {
      const place = { ...at, instance };
      return {
        explain: (query = {}) => send("explainInstance", place, undefined, query),
        advance: (by) => send("advanceInstance", place, by),
        resolve: (module, resolution) => send("resolveModule", { ...place, module }, resolution),
        review: (review) => send("reviewInstance", place, review),
        completePages: (completion = {}) => send("completePages", place, completion),
        pause: () => send("pauseInstance", place, {}),
        resume: () => send("resumeInstance", place, {}),
        fail: () => send("failInstance", place, {}),
      };
    },
    summary: () => send("readWorld", at, undefined),
    reset: () => send("resetWorld", at, undefined),
  };
}

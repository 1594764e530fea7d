import type { World } from "@journey-kit/schemas/control";
import type { FileSchemaName } from "@journey-kit/schemas/file-schemas";
import { toAddress } from "./call/request.ts";
import { type Fetch, isToken } from "./call/response.ts";
import {
  type ControlQueryOf,
  type ControlRequestOf,
  type ControlResponseOf,
  createControlSend,
} from "./control/send.ts";
import { createWorld } from "./control/world.ts";

export type { World, WorldInstance } from "@journey-kit/schemas/control";
export type { ControlQueryOf, ControlRequestOf, ControlResponseOf } from "./control/send.ts";
export { ApiError, ConnectionError, JourneyError } from "./errors.ts";

/** Options for {@link createSimulatorControl}. */
export interface ControlOptions {
  /** Address of the simulator, for example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /** Replaces the global `fetch`, for example with the `fetch` of a simulator in the same process. */
  readonly fetch?: Fetch;
  /** The simulator's control token. Not needed on the simulator's own machine. */
  readonly token?: string;
}

/** Controls a simulator over HTTP. If the simulator refuses a request, the method throws {@link ApiError}. */
export interface SimulatorControl {
  /** Resolves if the process of the simulator responds. */
  health(): Promise<ControlResponseOf<"readHealth">>;
  /** Resolves if the simulator can serve requests. Throws {@link ApiError} with status 503 if it cannot yet. */
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
  /** Returns the controls of one API client's world. Sends no request. */
  world(clientId: string): World;
}

/**
 * Creates a client of the control plane. The client never retries.
 *
 * @throws {TypeError} When the address contains credentials, or the token is not a valid header value.
 * @example
 * const world = createSimulatorControl({ baseUrl: "http://127.0.0.1:4010" }).world("my-tests");
 * await world.scenarios.arm({ scenario: "liveness-fails-once" });
 * await world.clock.set({ mode: "frozen" });
 * await world.clock.advance({ to: "next-event" });
 */
export function createSimulatorControl(options: ControlOptions): SimulatorControl {
  const { baseUrl, fetch = (request) => globalThis.fetch(request), token } = options;
  if (token !== undefined && !isToken(token)) throw new TypeError("The token is not a valid header value."); // the message must not quote the token
  const send = createControlSend(toAddress("baseUrl", baseUrl), fetch, token);
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
    world: (clientId) => createWorld(send, clientId),
  };
}

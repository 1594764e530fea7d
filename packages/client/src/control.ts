import type { World } from "@journey-kit/schemas/control";
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
export { ApiError } from "./errors/api.ts";
export { JourneyError } from "./errors/base.ts";
export { ConnectionError } from "./errors/connection.ts";

/** How to reach the control plane of a simulator. */
export interface ControlOptions {
  /** Address of the simulator, for example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /** Replaces the global `fetch`, for example with that of a simulator in this process. */
  readonly fetch?: Fetch;
  /** The simulator's control token. Callers on the same machine need none. */
  readonly token?: string;
}

/** Controls a simulator over HTTP. Every method rejects with {@link ApiError} when the simulator refuses. */
export interface SimulatorControl {
  /** Resolves once the simulator is ready. */
  health(): Promise<ControlResponseOf<"readHealth">>;
  /** The register of open questions, by gap id. */
  gaps(): Promise<ControlResponseOf<"listGaps">>;
  /** The published journeys. */
  journeys(): Promise<ControlResponseOf<"listJourneys">>;
  /** Publishes a journey; without a version, as the next version. The content of a published version never changes. */
  publish(publishing: ControlRequestOf<"publishJourney">): Promise<ControlResponseOf<"publishJourney">>;
  /** The OpenAPI document of a part of the service or of the control plane. `world` selects a world's readings. */
  openApi(
    document: "v1" | "v2" | "token" | "control",
    query?: ControlQueryOf<"readOpenApi">,
  ): Promise<ControlResponseOf<"readOpenApi">>;
  /** Lists the worlds that exist. */
  worlds(): Promise<ControlResponseOf<"listWorlds">>;
  /** Selects the world of an API client. Sends nothing yet. */
  world(clientId: string): World;
}

/**
 * Creates a client of the control plane. It has no state and never retries.
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
  if (token !== undefined && !isToken(token)) throw new TypeError("The token is not a valid header value."); // never quote it
  const send = createControlSend({ baseUrl: toAddress("baseUrl", baseUrl), fetch, token });
  return {
    health: () => send("readHealth", {}, undefined),
    gaps: () => send("listGaps", {}, undefined),
    journeys: () => send("listJourneys", {}, undefined),
    publish: (publishing) => send("publishJourney", {}, publishing),
    openApi: (document, query) => send("readOpenApi", { document: `${document}.json` }, undefined, query),
    worlds: () => send("listWorlds", {}, undefined),
    world: (clientId) => createWorld(send, clientId),
  };
}

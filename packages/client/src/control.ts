import { toAddress } from "./address.ts";
import { type ControlResponseOf, createControlSend } from "./control-send.ts";
import { isToken } from "./header.ts";
import type { Fetch } from "./post.ts";
import { toWorldControl, type WorldControl } from "./world-control.ts";

export { ApiError } from "./api-error.ts";
export type { ControlQueryOf, ControlRequestOf, ControlResponseOf } from "./control-send.ts";
export type { WorldControl } from "./world-control.ts";

/** How to reach the control plane of a simulator. */
export interface ControlOptions {
  /** Address of the simulator, for example `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  /** Stands in for the global `fetch`, for example that of a simulator in this process. */
  readonly fetch?: Fetch;
  /** The simulator's control token; a caller on the same machine needs none. */
  readonly token?: string;
}

/** A simulator in the hand of a test, over the network. Every method throws {@link ApiError} when it refuses. */
export interface SimulatorControl {
  /** Answers once the simulator is ready. */
  health(): Promise<ControlResponseOf<"readHealth">>;
  /** The register of open questions, by gap id. */
  gaps(): Promise<ControlResponseOf<"listGaps">>;
  /** The worlds that have been entered. */
  worlds(): Promise<ControlResponseOf<"listWorlds">>;
  /** The world of an API client, by its client id; nothing is sent yet. */
  world(clientId: string): WorldControl;
}

/**
 * Creates the control of a simulator. It keeps no state and sends each request once.
 *
 * @throws {TypeError} When the address holds a user name or password, or no header can carry the token.
 * @example
 * const world = createSimulatorControl({ baseUrl: "http://127.0.0.1:4010" }).world("my-tests");
 * await world.arm("liveness-fails-once");
 * await world.clock.change({ mode: "frozen" });
 * await world.clock.advance({ to: "next-event" });
 */
export function createSimulatorControl(options: ControlOptions): SimulatorControl {
  const { baseUrl, fetch = (request) => globalThis.fetch(request), token } = options;
  if (token !== undefined && !isToken(token)) throw new TypeError("No header can carry the token."); // nor quote it
  const send = createControlSend({ baseUrl: toAddress("baseUrl", baseUrl), fetch, token });
  return {
    health: () => send("readHealth", {}, undefined),
    gaps: () => send("listGaps", {}, undefined),
    worlds: () => send("listWorlds", {}, undefined),
    world: (clientId) => toWorldControl(send, clientId),
  };
}

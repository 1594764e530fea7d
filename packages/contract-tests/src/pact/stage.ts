import type { WorldControl } from "@journey-kit/client/control";
import { openWorld, type SimulatorAddress } from "../driver/world.ts";
import { type Caller, createCaller } from "../target.ts";
import { memberOf } from "./member.ts";

/** A world on a simulator for one interaction of a pact, and what its states have made there. */
export interface Stage {
  readonly control: WorldControl;
  /** Calls the service there. */
  readonly caller: Caller;
  /** What the interaction is told: `token`, `instanceId` and whatever else its states give. */
  readonly values: Readonly<Record<string, string>>;
  /** Adds values, or replaces them. */
  give(values: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/**
 * Opens a stage: a fresh world whose clock stands still, and a token for it.
 *
 * @throws {Error} When the simulator cannot be reached or gives no token.
 */
export async function openStage(simulator: SimulatorAddress): Promise<Stage> {
  const { service, control, close } = await openWorld(simulator);
  const caller = createCaller(service);
  const { status, body } = await caller.token();
  const token = memberOf(body, "access_token");
  if (typeof token !== "string") throw new Error(`The token endpoint answered ${status} to a fresh client id.`);
  const values: Record<string, string> = { token };
  return { control, caller, values, give: (given) => void Object.assign(values, given), close };
}

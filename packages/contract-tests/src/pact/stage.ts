import type { World } from "@journey-kit/schemas/control";
import type { ProfileChoice } from "@journey-kit/schemas/profile";
import { type Caller, createCaller } from "../target/target.ts";
import { openWorld, type SimulatorAddress } from "../target/world.ts";

/** A world on a simulator for one interaction of a pact, and what its states have made there. */
export interface Stage {
  readonly control: World;
  /** Calls the service there. */
  readonly caller: Caller;
  /** What the interaction is told: `token`, `instanceId` and whatever else its states give. */
  readonly values: Readonly<Record<string, string>>;
  /** Adds values, or replaces them. */
  give(values: Readonly<Record<string, string>>): void;
  /** Gets a new token, after time has passed. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a stage: a fresh world whose clock stands still, and a token for it.
 *
 * @param profile The readings that hold until a state names others; `specified` where left out.
 * @throws {TargetError} When the simulator gives no token.
 */
export async function openStage(simulator: SimulatorAddress, profile?: ProfileChoice): Promise<Stage> {
  const { settings, control, close } = await openWorld(simulator, profile === undefined ? {} : { profile });
  const caller = createCaller(settings);
  const values: Record<string, string> = { token: await caller.bearer() };
  return {
    control,
    caller,
    values,
    give: (given) => void Object.assign(values, given),
    renew: async () => {
      caller.renew();
      values.token = await caller.bearer();
    },
    close,
  };
}

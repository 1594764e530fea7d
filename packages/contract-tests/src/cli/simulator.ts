import { createSimulatorControl, type SimulatorControl } from "@journey-kit/client/control";
import { CommandError, toCause } from "@journey-kit/schemas/cli";
import { startSimulator } from "../target/start-simulator.ts";
import type { SimulatorAddress } from "../target/world.ts";

/** Flags that select a simulator. */
export interface SimulatorFlags {
  readonly simulator?: string | undefined;
  readonly controlToken?: string | undefined;
}

/** A simulator that responds. */
export interface ReachedSimulator {
  readonly address: SimulatorAddress;
  readonly control: SimulatorControl;
  /** Stops the simulator if it is a temporary one. */
  readonly close: () => Promise<void>;
}

/**
 * Connects to the simulator of `--simulator`, or starts a temporary one.
 *
 * @param options Options for the temporary simulator.
 * @throws {CommandError} If the simulator does not respond.
 */
export async function reachSimulator(
  { simulator: url, controlToken }: SimulatorFlags,
  options?: Parameters<typeof startSimulator>[0],
): Promise<ReachedSimulator> {
  if (url === undefined) {
    if (controlToken !== undefined) throw new CommandError("--control-token needs --simulator.", 2);
    const { baseUrl, close } = await startSimulator(options);
    return { address: { baseUrl }, control: createSimulatorControl({ baseUrl }), close };
  }
  const token = controlToken !== undefined && { token: controlToken };
  const control = createSimulatorControl({ baseUrl: url, ...token });
  await control.health().catch((error: unknown) => {
    const advice = "Start one with journey-sim, or omit --simulator.";
    throw new CommandError(`No simulator responds at ${url} (${toCause(error)}). ${advice}`);
  });
  const address = { baseUrl: url, ...(controlToken !== undefined && { controlToken }) };
  return { address, control, close: async () => undefined };
}

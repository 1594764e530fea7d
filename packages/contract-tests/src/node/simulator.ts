import { createSimulatorControl, type SimulatorControl } from "@journey-kit/client/control";
import type { SimulatorAddress } from "../driver/world.ts";
import { CommandError } from "./command-error.ts";
import { spawnSimulator } from "./spawn-simulator.ts";
import type { FlagTable } from "./verb.ts";

/** Flags of a verb that works with a simulator. */
export const simulatorFlags = {
  simulator: { type: "string", value: "URL", help: "one that runs; without it, one is started and ended" },
  "control-token": { type: "string", value: "TOKEN", help: "opens its control plane, where it is on another machine" },
} as const satisfies FlagTable;

/** A simulator in reach. */
export interface ReachedSimulator {
  readonly address: SimulatorAddress;
  readonly control: SimulatorControl;
  /** Ends it, where it was started for this. */
  readonly close: () => Promise<void>;
}

/** What the flags of a verb say of a simulator. */
interface SimulatorValues {
  readonly simulator?: string;
  readonly "control-token"?: string;
}

/**
 * Reaches the simulator of `--simulator`, or starts one on a free port, with flags of its own.
 *
 * @throws {CommandError} When there is none, and when none can be started.
 */
export async function reachSimulator(
  values: SimulatorValues,
  stop: AbortSignal,
  args: readonly string[] = [],
): Promise<ReachedSimulator> {
  const { simulator, "control-token": token } = values;
  if (simulator === undefined) {
    if (token !== undefined) throw new CommandError("--control-token needs --simulator.", 2);
    const { url, close } = await spawnSimulator(stop, args);
    return { address: { baseUrl: url }, close, control: createSimulatorControl({ baseUrl: url }) };
  }
  const url = readAddress(simulator);
  if (token !== undefined && !/^[!-~]{1,4096}$/.test(token))
    throw new CommandError("--control-token takes letters, digits and signs of ASCII, without spaces.", 2);
  const control = createSimulatorControl({ baseUrl: url, ...(token !== undefined && { token }) });
  await control.health().catch(() => {
    throw new CommandError(`No simulator answers at ${url}. Start one with journey-sim, or leave --simulator out.`);
  });
  const address = { baseUrl: url, ...(token !== undefined && { controlToken: token }) };
  return { address, control, close: async () => undefined };
}

function readAddress(text: string): string {
  const url = URL.parse(text);
  const isGood = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isGood) throw new CommandError("--simulator takes an address such as http://127.0.0.1:4010.", 2);
  return text.replace(/\/+$/, "");
}

import type { SimulatorOptions } from "@journey-kit/simulator";
import type { SimulatorAddress } from "./world.ts";

/** A simulator in this process. In Node, it also listens on a free port. */
export interface StartedSimulator extends SimulatorAddress {
  close(): Promise<void>;
}

/**
 * Starts a simulator. Its `fetch` needs no port. In Node, clients that use the global `fetch` can call its `baseUrl`.
 */
export async function startSimulator(options?: SimulatorOptions): Promise<StartedSimulator> {
  const { createSimulator } = await import("@journey-kit/simulator");
  const simulator = createSimulator(options);
  if (!("process" in globalThis)) {
    return { baseUrl: "http://127.0.0.1:4010", fetch: simulator.fetch, close: async () => undefined };
  }
  const { serveSimulator } = await import("@journey-kit/simulator/node");
  const { url, close } = await serveSimulator(simulator, { port: 0 });
  return { baseUrl: url, fetch: simulator.fetch, close };
}

/** Returns the given simulator, which `close` leaves open, or starts one. */
export async function useSimulator(given: SimulatorAddress | undefined) {
  if (given !== undefined) return { simulator: given, close: async () => undefined };
  const simulator = await startSimulator();
  return { simulator, close: simulator.close };
}

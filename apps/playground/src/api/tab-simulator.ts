import "./zod-config.ts";
import { createSimulator, type SimulatorOptions } from "@journey-kit/simulator";

/** Starts a simulator in this tab. Its address is only a placeholder: no request leaves the tab. */
export function startTabSimulator(options: SimulatorOptions = {}): {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
} {
  const { fetch } = createSimulator(options);
  return { baseUrl: "http://simulator.localhost", fetch };
}

/** Loads the code that the simulator would otherwise load on demand, when the page may be offline. */
export async function loadRest(): Promise<void> {
  const { baseUrl, fetch } = startTabSimulator();
  await fetch(new Request(`${baseUrl}/_sim/worlds`)); // loads the control API
  await import("@journey-kit/schemas/emit");
}

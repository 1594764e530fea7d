import "./zod-config.ts";
import { createSimulatorControl } from "@journey-kit/client/control";
import type { SharedRun } from "@journey-kit/schemas/report";
import { createSimulator } from "@journey-kit/simulator";
import type { Target } from "./target.ts";

/** Opens the world of a saved run in a simulator in this tab. No request leaves the tab. */
export async function createFileTarget({ snapshot, findings }: SharedRun): Promise<Target> {
  const simulator = createSimulator();
  await simulator.world(snapshot.world).snapshot.open(snapshot);
  const baseUrl = "http://simulator.localhost";
  const { fetch } = simulator;
  const control = createSimulatorControl({ baseUrl, fetch });
  return { kind: "file", isReadOnly: true, findings, baseUrl, fetch, control };
}

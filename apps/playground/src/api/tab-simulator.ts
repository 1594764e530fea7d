import "./zod-config.ts";
import { createSimulator } from "@journey-kit/simulator";

/** Starts a simulator in this tab. Its address only looks like one: no request leaves the tab. */
export function startTabSimulator(): {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
} {
  const { fetch } = createSimulator();
  return { baseUrl: "http://simulator.localhost", fetch };
}

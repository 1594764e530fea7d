import type { SimulatorAddress } from "./world.ts";

/** A simulator in this process, which also listens on a free port where the platform can. */
export interface StartedSimulator extends SimulatorAddress {
  close(): Promise<void>;
}

/**
 * Starts a simulator. Its `fetch` reaches it without a port; under Node, its `baseUrl` also serves clients that use the
 * global `fetch`.
 *
 * @throws {Error} When the optional package `@journey-kit/simulator` is not installed.
 */
export async function startSimulator(): Promise<StartedSimulator> {
  const { createSimulator } = await import("@journey-kit/simulator").catch(rejectMissing);
  const simulator = createSimulator();
  if (!("process" in globalThis)) {
    return { baseUrl: "http://127.0.0.1:4010", fetch: simulator.fetch, close: async () => undefined };
  }
  const { serveSimulator } = await import("@journey-kit/simulator/node");
  const { url, close } = await serveSimulator(simulator, { port: 0 });
  return { baseUrl: url, fetch: simulator.fetch, close };
}

function rejectMissing(cause: unknown): never {
  const isMissing = cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
  if (!isMissing) throw cause;
  const message =
    "The suite starts a simulator if you pass none, for which it needs @journey-kit/simulator. Install that package, or pass `simulator: { baseUrl }`.";
  throw new Error(message, { cause });
}

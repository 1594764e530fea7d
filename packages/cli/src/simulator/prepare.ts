import type { ApiClient, SimulatorOptions } from "@journey-kit/simulator";
import { createService } from "@journey-kit/simulator/node";
import { readProfile } from "../terminal/files.ts";
import type { SimulatorFlags } from "./flags.ts";
import type { TraceOptions } from "./traces.ts";

type Hooks = Pick<SimulatorOptions, "onRequest" | "onError" | "metrics" | "traces" | "storage" | "callTool">;

/**
 * Creates a simulator from flags. Only requests to its control API load the controls.
 *
 * @throws {CommandError} If a file is invalid, with the path of the file and the problem.
 */
export async function prepareSimulator(flags: SimulatorFlags, hooks: Hooks = {}) {
  const { region, latency, seed, journeys, open = [], cors = [], embed = [], limit = [] } = flags;
  const profile = await readProfile(flags.profile);
  const loadFiles = () => import("./load-files.ts"); // loads schemas, which are seldom needed this early
  const clients: readonly ApiClient[] | undefined =
    flags.clients === undefined ? undefined : await (await loadFiles()).readClients(flags.clients);
  const { app, publish, published, openWorlds, watch, render } = createService({
    profile: { readings: profile },
    region,
    cors,
    embed,
    limits: Object.fromEntries(limit),
    ...(clients !== undefined && { clients }),
    seed,
    ...(latency !== undefined && { latency }),
    ...hooks,
  });
  if (journeys !== undefined) await (await loadFiles()).publishFolder(publish, journeys);
  const opened = open.length === 0 ? [] : await (await loadFiles()).openFiles(openWorlds, open);
  return { app, profile, published: published(), clients, opened, watch, render };
}

/** Opens the traces of `--otlp`, if it is set. Only then are they loaded. */
export const prepareTraces = async ({ otlp }: SimulatorFlags, options: TraceOptions) =>
  otlp === undefined ? undefined : (await import("./traces.ts")).openTraces(otlp, options);

import { ApiError } from "@journey-kit/client";
import { createSimulator, type SimulatorOptions } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import type { ReachFlags } from "../terminal/flags.ts";
import { CommandError, type Terminal, usageError } from "../terminal/terminal.ts";
import { connect } from "./control.ts";

/** A simulator that a check uses. */
export type Reached = Awaited<ReturnType<typeof reach>>;

async function reach({ simulator, controlToken }: ReachFlags, terminal: Terminal, options?: SimulatorOptions) {
  if (simulator === undefined) {
    if (controlToken !== undefined) throw usageError("--control-token needs --simulator.");
    const { url, close } = await serveSimulator(createSimulator(options), { port: 0 });
    return { address: { baseUrl: url }, control: connect({ simulator: url }, terminal), close };
  }
  const control = connect({ simulator, controlToken }, terminal);
  await control.health();
  return { address: { baseUrl: simulator, controlToken }, control, close: async () => undefined };
}

/**
 * Runs a check on the simulator at `--simulator`, or on a temporary one.
 *
 * @param options Options for the temporary simulator.
 * @throws {CommandError} If the simulator does not respond or refuses new client ids, or `--control-token` is used
 *   without `--simulator`.
 */
export async function withSimulator<Result>(
  flags: ReachFlags,
  terminal: Terminal,
  act: (simulator: Reached) => Promise<Result>,
  options?: SimulatorOptions,
): Promise<Result> {
  const simulator = await reach(flags, terminal, options);
  try {
    return await act(simulator);
  } catch (error) {
    const isUnlisted = error instanceof ApiError && error.status === 404 && /no such client/.test(error.message);
    throw isUnlisted
      ? new CommandError(
          `The simulator at ${flags.simulator} accepts only the clients it was started with, but this command uses new client ids. Use a simulator without --clients, or omit --simulator.`,
        )
      : error;
  } finally {
    await simulator.close();
  }
}

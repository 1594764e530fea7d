import { once } from "node:events";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { defaultAddress, type ReachFlags } from "../terminal/flags.ts";
import { type Terminal, usageError } from "../terminal/terminal.ts";
import { connect } from "../worlds/control.ts";
import { createServer } from "./server.ts";
import type { Place } from "./tool.ts";

/**
 * Serves the tools on standard input and output until the input ends. Uses the simulator of `--simulator`, or the one at
 * the default address, or else starts one.
 *
 * @throws {CommandError} If the simulator of `--simulator` does not respond.
 */
export async function serveTools(flags: ReachFlags, terminal: Terminal): Promise<void> {
  const { simulator, close } = await findSimulator(flags, terminal);
  const place: Place = { flags: { ...flags, simulator }, mayRunPrograms: true };
  const ended = once(process.stdin, "close");
  const { close: hangUp } = serveStdio(() => createServer(place, terminal));
  terminal.err.write(`The tools of the simulator at ${simulator} are ready.\n`);
  if (!terminal.stop.aborted) await Promise.race([ended, once(terminal.stop, "abort")]);
  await hangUp();
  await close();
}

async function findSimulator(flags: ReachFlags, terminal: Terminal) {
  const { simulator = defaultAddress, controlToken } = flags;
  const found = await connect(flags, terminal)
    .health()
    .catch((error: unknown) => {
      if (flags.simulator !== undefined) throw error;
    });
  if (found !== undefined) return { simulator, close: async () => undefined };
  if (controlToken !== undefined) throw usageError("--control-token needs --simulator.");
  const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
  return { simulator: url, close: () => close() };
}

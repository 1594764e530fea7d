import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { defaultAddress, type ReachFlags } from "../terminal/flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { connect } from "../worlds/control.ts";
import { withSimulator } from "../worlds/reach.ts";
import { createServer } from "./server.ts";
import type { Place } from "./tool.ts";

/**
 * Serves the tools on standard input and output until the input ends. Uses the simulator of `--simulator`, or the one at
 * the default address, or else starts one.
 *
 * @throws {CommandError} If the simulator of `--simulator` does not respond.
 */
export async function serveTools(flags: ReachFlags, terminal: Terminal): Promise<void> {
  const simulator = flags.simulator ?? (await findRunning(flags, terminal));
  await withSimulator({ ...flags, simulator }, terminal, async ({ address: { baseUrl } }) => {
    const place: Place = { flags: { ...flags, simulator: baseUrl }, mayRunPrograms: true };
    const ended = once(process.stdin, "close");
    const { close } = serveStdio(() => createServer(place, terminal));
    terminal.err.write(`The tools of the simulator at ${baseUrl} are ready.\n`);
    if (!terminal.stop.aborted) await Promise.race([ended, once(terminal.stop, "abort")]);
    await close();
  });
}

/** The default address, if a simulator responds there. */
const findRunning = (flags: ReachFlags, terminal: Terminal): Promise<string | undefined> =>
  connect(flags, terminal)
    .health()
    .then(
      () => defaultAddress,
      () => undefined,
    );

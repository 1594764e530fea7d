import { type ChildProcess, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { serveSimulator } from "@journey-kit/simulator/node";
import spawn from "cross-spawn";
import type { Terminal } from "../terminal/terminal.ts";
import type { SimulatorFlags } from "./flags.ts";
import { type ClientHint, renderHint, watchClients } from "./hints.ts";
import { prepareSimulator, prepareTraces } from "./prepare.ts";

/** The flags of `exec`. */
export interface ExecFlags extends SimulatorFlags {
  /** A folder for a file of each world. */
  readonly share?: string | undefined;
}

/**
 * Whether the command has its own process group, so that its child processes end with it. At a terminal, it stays in the
 * group of the terminal, to read from it; Ctrl-C then reaches every process.
 */
const hasGroup = process.platform !== "win32" && !process.stdin.isTTY;

/** Ends a command and its child processes. Windows has no signals. */
function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === "win32") spawnSync("taskkill", ["/pid", `${child.pid}`, "/t", "/f"], { stdio: "ignore" });
  else if (!hasGroup) child.kill(signal);
  else {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // every process of the group has ended
    }
  }
}

/**
 * Runs a command against a temporary simulator on a free port. Environment variables contain the simulator's addresses.
 *
 * @returns The exit code of the command; 128 plus the signal's number if a signal ended it; 2 if the command cannot be
 * started.
 */
export async function exec(
  [file = "", ...args]: readonly string[],
  { share, ...flags }: ExecFlags,
  terminal: Terminal,
) {
  const { err, stop, version } = terminal;
  const onFailure = (problem: string) => err.write(`journey: ${problem}\n`);
  const tracing = await prepareTraces(flags, { version, onFailure });
  const hooks = tracing === undefined ? {} : { traces: tracing.traces };
  const { app, profile, clients, opened, ...recorded } = await prepareSimulator(flags, hooks);
  const hints: ClientHint[] = [];
  const judgeRest = watchClients(recorded, (hint) => hints.push(hint));
  const { url, close } = await serveSimulator({ app }, { port: 0, profile });
  const env = {
    ...process.env,
    JOURNEY_BASE_URL: url,
    JOURNEY_AUTH_URL: url,
    JOURNEY_CLIENT_ID: clients?.[0]?.clientId ?? opened[0]?.world ?? "exec",
    JOURNEY_CLIENT_SECRET: clients?.[0]?.clientSecret ?? "secret",
    // For `journey` inside the command: this simulator, which needs no control token.
    JOURNEY_SIMULATOR: url,
    JOURNEY_CONTROL_TOKEN: undefined,
  };
  try {
    return await new Promise<number>((resolve) => {
      const child = spawn(file, args, { env, stdio: "inherit", detached: hasGroup });
      stop.addEventListener("abort", () => end(child, stop.reason), { once: true });
      process.once("exit", () => {
        if (stop.aborted || child.exitCode === null) end(child, "SIGKILL"); // a second signal ends this process
      });
      child.once("error", ({ message }) => {
        err.write(`journey: "${file}" cannot be started: ${message}\n`);
        resolve(2);
      });
      child.once("close", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    });
  } finally {
    try {
      if (share !== undefined) await (await import("../worlds/share.ts")).shareWorlds(url, share, terminal);
    } finally {
      await close();
      await judgeRest();
      await tracing?.close();
      for (const hint of hints) err.write(`journey: ${renderHint(hint)}\n`);
    }
  }
}

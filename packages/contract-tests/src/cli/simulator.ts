import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createSimulatorControl, type SimulatorControl } from "@journey-kit/client/control";
import { CommandError } from "@journey-kit/schemas/cli";
import { toPlain } from "@journey-kit/schemas/report";
import type { SimulatorAddress } from "../target/world.ts";

/** Flags that name a simulator. */
export interface SimulatorFlags {
  readonly simulator?: string | undefined;
  readonly controlToken?: string | undefined;
}

/** A simulator in reach. */
export interface ReachedSimulator {
  readonly address: SimulatorAddress;
  readonly control: SimulatorControl;
  /** Stops it, if it was started for this. */
  readonly close: () => Promise<void>;
}

/**
 * Reaches the simulator of `--simulator`, or starts one on a free port with flags of its own.
 *
 * @throws {CommandError} If none responds, or none can be started.
 */
export async function reachSimulator(
  { simulator: url, controlToken }: SimulatorFlags,
  stop: AbortSignal,
  args: readonly string[] = [],
): Promise<ReachedSimulator> {
  if (url === undefined) {
    if (controlToken !== undefined) throw new CommandError("--control-token needs --simulator.", 2);
    const started = await startSimulator(stop, args);
    const address = { baseUrl: started.url };
    return { address, close: started.close, control: createSimulatorControl(address) };
  }
  const token = controlToken !== undefined && { token: controlToken };
  const control = createSimulatorControl({ baseUrl: url, ...token });
  await control.health().catch((error: unknown) => {
    const advice = "Start one with journey-sim, or leave --simulator out.";
    throw new CommandError(`No simulator responds at ${url} (${toCause(error)}). ${advice}`);
  });
  const address = { baseUrl: url, ...(controlToken !== undefined && { controlToken }) };
  return { address, control, close: async () => undefined };
}

/** Why a request failed, in a few words: the innermost error knows. */
export function toCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return toCause(error.cause);
  if (error.message === "bad port") return "fetch refuses to call this port; serve on another one";
  return "code" in error && error.code === "ECONNREFUSED" ? "connection refused" : toPlain(error.message);
}

/** Milliseconds. */
const timeout = 20_000;

/** Starts `journey-sim` of `@journey-kit/simulator`, an optional peer, on a free port. */
async function startSimulator(stop: AbortSignal, args: readonly string[]) {
  const flags = ["serve", "--port", "0", "--quiet", ...args];
  const child = spawn(process.execPath, [findProgram(), ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  const close = () => end(child);
  // Nothing that we started outlives us.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  try {
    return { url: await readAddress(child, stop), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function findProgram(): string {
  const require = createRequire(import.meta.url);
  try {
    const file = require.resolve("@journey-kit/simulator/package.json");
    const manifest: { readonly bin: { readonly "journey-sim": string } } = require(file);
    return join(dirname(file), manifest.bin["journey-sim"]);
  } catch {
    throw new CommandError(
      "There is no simulator to start. Install @journey-kit/simulator beside the kit, or name one with --simulator.",
    );
  }
}

/** The address that the first screen shows. */
function readAddress(child: ChildProcess, stop: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let [shown, complaint] = ["", ""];
    const fail = (why: string) => reject(new CommandError(`journey-sim did not start: ${why}`));
    const late = AbortSignal.timeout(timeout);
    late.addEventListener("abort", () => fail(`it printed nothing for ${timeout / 1_000} seconds.`));
    stop.addEventListener("abort", () => fail("it was stopped."), { once: true });
    child.once("error", ({ message }) => fail(message));
    child.once("exit", () => fail(complaint.trim() || "it ended at once."));
    child.stderr?.on("data", (chunk) => {
      complaint += String(chunk);
    });
    child.stdout?.on("data", (chunk) => {
      shown += String(chunk);
      const [url] = /http:\/\/\S+?:\d+(?=\s)/.exec(shown) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandError } from "./command-error.ts";

/** A simulator of our own. */
interface SpawnedSimulator {
  /** Without a trailing slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Milliseconds. */
const patience = 20_000;

/**
 * Starts `journey-sim` of `@journey-kit/simulator`, an optional peer, on a free port.
 *
 * @throws {CommandError} When the package is not installed, and when the program does not come up.
 */
export async function spawnSimulator(stop: AbortSignal, args: readonly string[]): Promise<SpawnedSimulator> {
  const child = spawn(process.execPath, [findProgram(), "--port", "0", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const close = () => end(child);
  // Whatever becomes of us, nothing of ours runs on.
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
    const fail = (why: string) => reject(new CommandError(`journey-sim did not come up: ${why}`));
    const late = AbortSignal.timeout(patience);
    late.addEventListener("abort", () => fail(`it was silent for ${patience / 1_000} seconds.`));
    stop.addEventListener("abort", () => fail("it was ended."), { once: true });
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

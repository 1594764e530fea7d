import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A simulator in a process of its own. */
export interface SimulatorProcess {
  readonly url: string;
  /** Ends the process at once, as `kill -9` does. */
  kill(): Promise<void>;
  /** Whether the process is still running. */
  isRunning(): boolean;
}

/** Starts `journey serve` and waits until it listens. */
export async function startSimulator(store: string): Promise<SimulatorProcess> {
  const child = launch(store);
  const [output, errors] = [createInterface(child.stdout), createInterface(child.stderr)];
  const problems: string[] = [];
  errors.on("line", (line) => problems.push(line));
  for await (const line of output) {
    const { url } = JSON.parse(line);
    if (typeof url !== "string") continue;
    child.stdout.resume();
    return { url, isRunning: () => isRunning(child), kill: () => kill(child) };
  }
  throw new Error(`The simulator ended before it listened:\n${problems.join("\n")}`);
}

/** Starts `journey serve` and kills it after some milliseconds, probably while it opens the store. */
export async function killStart(store: string, delay: number): Promise<void> {
  const child = launch(store);
  setTimeout(() => child.kill("SIGKILL"), delay);
  await once(child, "exit");
}

const program = join(import.meta.dirname, "../../../cli/bin/journey.js");

const launch = (store: string) =>
  spawn(
    process.execPath,
    [program, "serve", "--port", "0", "--latency", "0", "--log", "json", "--quiet", "--store", store],
    {
      env: { ...process.env, NODE_OPTIONS: "" }, // the bundled program, not the sources
      stdio: ["ignore", "pipe", "pipe"],
    },
  );

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

async function kill(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

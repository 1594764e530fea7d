import { spawn } from "node:child_process";
import { once } from "node:events";
import { findPort } from "../scripts/find-port.ts";
import { bareHono, bareNode, program as commandLine } from "./bundle.ts";
import { untilAnswered } from "./port.ts";
import { type Stub, writeJson } from "./stubs.ts";

/** A program that serves the measured routes. */
export interface Program {
  readonly name: string;
  /** Milliseconds under load until the program reaches a steady speed. */
  readonly warmUp: number;
  /** The command line that serves `stubs` on a port. */
  readonly command: (port: number, stubs: readonly Stub[]) => readonly [string, ...string[]];
}

/** A running program. */
export interface Server {
  readonly program: Program;
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from launch to the first response. */
  readonly startUp: number;
  /** Stops the program's threads until `resume`, so that its background work does not disturb other programs. */
  pause(): void;
  resume(): void;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The simulator with default settings, except that modules take no time. */
export const simulator: Program = {
  name: "simulator",
  warmUp: 8_000,
  // A fast machine starts more journeys, each in its own world, than the default limit allows.
  command: (port) => [
    process.execPath,
    commandLine,
    "serve",
    "--port",
    `${port}`,
    "--latency",
    "0",
    "--limit",
    "worlds=1000000",
  ],
};

/** The simulator with a store. */
export const withStore = (store: string): Program => ({
  ...simulator,
  command: (port, stubs) => [...simulator.command(port, stubs), "--quiet", "--store", store],
});

const bare = (name: string, file: string, ...flags: readonly string[]): Program => ({
  name,
  warmUp: 2_000,
  command: (port, stubs) => [process.execPath, file, `${port}`, writeJson("stubs.json", stubs), ...flags],
});

export const node: Program = bare("node:http", bareNode);
export const hono: Program = bare("Hono", bareHono);
export const honoApp: Program = bare("Hono with 14 routes", bareHono, "app");

/** Starts a program and discards its output. */
export async function startServer(program: Program, stubs: readonly Stub[] = []): Promise<Server> {
  const port = await findPort();
  const [file, ...args] = program.command(port, stubs);
  const begin = performance.now();
  const child = spawn(file, args, { stdio: "ignore" });
  const exit = once(child, "exit");
  const stop = async (signal: NodeJS.Signals = "SIGKILL") => {
    child.kill(signal);
    await exit;
  };
  try {
    await untilAnswered(port);
  } catch (error) {
    await stop();
    throw error;
  }
  const startUp = performance.now() - begin;
  const pause = () => void child.kill("SIGSTOP");
  const resume = () => void child.kill("SIGCONT");
  return { program, port, pid: child.pid ?? 0, startUp, pause, resume, stop };
}

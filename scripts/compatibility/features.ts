import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { findPort } from "../find-port.ts";
import type { Runtime } from "./runtimes.ts";

/** An installed runtime, and the project that contains the programs to run. */
export interface Place {
  readonly runtime: Runtime;
  /** Path of the runtime. */
  readonly executable: string;
  readonly project: string;
}

/** An installed runtime, and the address of the simulator that its programs call. */
export interface Stage extends Place {
  readonly simulator: string;
}

const program = "node_modules/journey-kit/bin/journey.js";

/** The runtime's own server. Node has none. */
export const servesItself = "`Bun.serve`, `deno serve`, `workerd serve`";

export const everyCase = "every case of `journey server`";

/** The rows of the table. Each function throws if the runtime does not support the feature. */
export const features: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  "client over HTTP": (stage) => runClient(stage),
  "control client over HTTP": async (stage) =>
    assert.equal(await run(stage, [...stage.runtime.client, "src/control.ts"]), "reject"),
  "simulator in process": async (stage) =>
    assert.equal(await run(stage, [...stage.runtime.isolated, "src/in-process.ts"]), "accept"),
  "`serveSimulator`": async (stage) =>
    assert.equal(await run(stage, [...stage.runtime.trusted, "src/listen.ts"]), "accept"),
  [servesItself]: (stage) => withOwnServer(stage, "src/server.ts", runClient),
  [everyCase]: (stage) =>
    stage.runtime.serve === undefined
      ? run(stage, [...stage.runtime.trusted, program, "server"])
      : withOwnServer(stage, "src/case-server.ts", runCases),
  "`journey serve`": (stage) =>
    withSimulator(stage, [], async (simulator) => {
      assert.match(await (await fetch(simulator)).text(), /data-target="server"/);
      await runClient({ ...stage, simulator });
    }),
  "SQLite store": async (stage) => {
    const flags = ["--store", `sqlite:${stage.runtime.name}.db`];
    await withSimulator(stage, flags, (simulator) => runClient({ ...stage, simulator }));
    await withSimulator(stage, flags, async (simulator) => {
      const list = await (await fetch(`${simulator}/_sim/worlds/me/instances`)).text();
      const { instances }: { readonly instances: readonly unknown[] } = JSON.parse(list);
      assert.equal(instances.length, 1);
    });
  },
  "`journey client`": async (stage) => {
    const { trusted, client } = stage.runtime;
    const flags = ["--journey", "age-check@latest", "--only", "one-token", "--min", "1"];
    const command = [stage.executable, ...client, "src/client.ts"];
    const args = [...trusted, program, "client", ...flags, "--", ...command];
    assert.match(await run(stage, args), /^pass +one-token/m);
  },
  "built-in test runner": (stage) => run(stage, [...stage.runtime.test, "./src/journey.test.ts"]),
  Vitest: (stage) => {
    const { vitest, vitestOptions = [] } = stage.runtime;
    return run(stage, [...vitest, "node_modules/vitest/vitest.mjs", "run", ...vitestOptions, "src/kit.spec.ts"]);
  },
};

/** The features that were tried, with the error of each feature that does not work. */
export type Results = ReadonlyMap<string, unknown>;

/** Tries every feature, except the runtime's own server if it has none. */
export const tryFeatures = (stage: Stage): Promise<Results> =>
  tryAll(
    Object.entries(features)
      .filter(([name]) => name !== servesItself || stage.runtime.serve !== undefined)
      .map(([name, check]) => [name, () => check(stage)]),
  );

/** Tries features one after another. */
export async function tryAll(
  attempts: readonly (readonly [feature: string, attempt: () => Promise<unknown>])[],
): Promise<Results> {
  const results = new Map<string, unknown>();
  for (const [name, attempt] of attempts) {
    await attempt().then(
      () => results.set(name, undefined),
      (error: unknown) => results.set(name, error),
    );
  }
  return results;
}

/** Runs `work` with the address of a simulator, which must stop without an error. */
export async function withSimulator(
  place: Place,
  flags: readonly string[],
  work: (address: string) => Promise<unknown>,
): Promise<void> {
  const options = ["--port", "0", "--latency", "0", "--log", "json", ...flags];
  const args = [...place.runtime.trusted, program, "serve", ...options];
  const server = start(place, args);
  let code: unknown;
  try {
    await work(await readAddress(server));
  } finally {
    code = await stop(server);
  }
  if (process.platform !== "win32") assert.equal(code, 0, "journey serve ends with an error"); // Windows has no SIGTERM
}

/** Runs `work` with the address of the runtime's own server, which serves a file of the project. */
async function withOwnServer(stage: Stage, file: string, work: (served: Stage) => Promise<void>): Promise<void> {
  const port = await findPort();
  const server = start(stage, [...(stage.runtime.serve?.(port) ?? []), file]);
  await whileServed(server, port, (simulator) => work({ ...stage, simulator }));
}

/** Runs `work` with the address of a started server, once it listens. Then stops the server. */
export async function whileServed(
  server: ChildProcess,
  port: number,
  work: (simulator: string) => Promise<void>,
): Promise<void> {
  const simulator = `http://127.0.0.1:${port}`;
  try {
    await untilServed(simulator);
    await work(simulator);
  } finally {
    await stop(server);
  }
}

async function runClient(stage: Stage): Promise<void> {
  assert.equal(await run(stage, [...stage.runtime.client, "src/client.ts"]), "accept");
}

/** Checks the served simulator against every case that can be observed. The cases themselves run on Node. */
export async function runCases(
  { project, simulator }: Pick<Stage, "project" | "simulator">,
  controlToken?: string,
): Promise<void> {
  const env = { ...process.env, JOURNEY_BASE_URL: simulator, JOURNEY_CONTROL_TOKEN: controlToken };
  await promisify(execFile)(process.execPath, ["src/cases.ts"], { cwd: project, env, timeout: 120_000 });
}

/** Runs a program to its end and returns its output. */
export async function run(
  { executable, project, simulator }: Pick<Stage, "executable" | "project" | "simulator">,
  args: readonly string[],
): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: "", JOURNEY_BASE_URL: simulator };
  const { stdout } = await promisify(execFile)(executable, args, { cwd: project, env, timeout: 120_000 });
  return stdout.trim();
}

type Server = ChildProcess & { readonly stdout: NodeJS.ReadableStream };

export function start({ executable, project }: Pick<Place, "executable" | "project">, args: readonly string[]): Server {
  return spawn(executable, args, { cwd: project, stdio: ["ignore", "pipe", "inherit"] });
}

async function stop(server: ChildProcess): Promise<unknown> {
  if (server.exitCode !== null) return server.exitCode;
  const exit = once(server, "exit");
  server.kill();
  return (await exit)[0];
}

/** Reads the address from the log of `journey serve`. */
async function readAddress(server: Server): Promise<string> {
  const lines = createInterface(server.stdout);
  for await (const line of lines) {
    server.stdout.resume();
    const { url }: { readonly url: string } = JSON.parse(line);
    return url;
  }
  throw new Error("journey serve printed no address.");
}

async function untilServed(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await fetch(`${address}/_sim/health`).catch(() => undefined)) return;
    await setTimeout(100);
  }
  throw new Error(`Nothing listens at ${address}.`);
}

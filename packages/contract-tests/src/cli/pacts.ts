import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Setting } from "../pact/setting.ts";
import type { Verification } from "../pact/verification.ts";
import { toCoverageLines } from "../report/coverage-text.ts";
import { type ProfileFlags, readProfile } from "./load-files.ts";
import { findWorlds, reachSimulator, type SimulatorFlags } from "./simulator.ts";
import { CommandError, type Style, styleFor, type Terminal } from "./terminal.ts";

/** Flags of `verify-pacts`. */
interface VerifyFlags extends SimulatorFlags, ProfileFlags {
  readonly states?: string | undefined;
  readonly min?: number | undefined;
  readonly coverage?: true | undefined;
}

/** Verifies the pact files of a folder against a simulator. */
export async function verifyPacts(dir: string, flags: VerifyFlags, { out, stop }: Terminal): Promise<number> {
  const profile = { readings: await readProfile(flags) };
  const { verifyPacts: verify } = await import("../pact/verify.ts"); // Pact is an optional peer
  const states = flags.states === undefined ? {} : await readStates(flags.states);
  const simulator = await reachSimulator(flags, stop);
  try {
    const chosen = { profile, states, ...(flags.min !== undefined && { min: flags.min }) };
    const found = await verify(dir, { simulator: simulator.address, ...chosen });
    out.write(toSummary(found, styleFor(out))); // Pact's verifier has already printed what passed
    out.write(`${toCoverageLines(found.coverage, flags.coverage === true).join("\n")}\n`);
    return found.passed && found.coverage.reached ? 0 : 1;
  } finally {
    await simulator.close();
  }
}

/** The states of a module. A script of the user's own is trusted as the program itself is. */
async function readStates(file: string): Promise<Readonly<Record<string, Setting>>> {
  const told: { readonly states?: unknown } = await import(pathToFileURL(resolve(file)).href).catch(
    (error: unknown) => {
      throw new CommandError(`${file}: cannot be loaded. ${error instanceof Error ? error.message : error}`);
    },
  );
  const entries = Object.entries(told.states ?? {});
  const settings = entries.filter((entry): entry is [string, Setting] => typeof entry[1] === "function");
  if (entries.length === 0 || settings.length < entries.length) {
    throw new CommandError(`${file}: exports no \`states\`, an object of functions by the names of states.`);
  }
  return Object.fromEntries(settings);
}

function toSummary({ interactions, problems }: Verification, style: Style): string {
  const broken = interactions.filter(({ passed }) => !passed);
  const lines = broken.flatMap(({ consumer, description, problems: found }) => [
    `${style("red", "broken")} ${consumer}: ${description}`,
    ...found.map((problem) => `  ${problem}`),
  ]);
  const others = problems.map((problem) => `${style("red", "problem")} ${problem}`);
  const kept = interactions.length - broken.length;
  return [...lines, ...others, `${kept} of ${interactions.length} interactions kept`, ""].join("\n");
}

/** Flags of `export-pact`. */
interface ExportFlags extends SimulatorFlags {
  readonly world: string;
  readonly out?: string | undefined;
  readonly consumer?: string | undefined;
  readonly provider?: string | undefined;
  readonly json?: true | undefined;
}

/** Writes the requests of a world as a pact. */
export async function exportPact(flags: ExportFlags, { out, err, stop }: Terminal): Promise<void> {
  const { world, out: dir, consumer, provider } = flags;
  const { exportPact: write } = await import("../pact/export.ts");
  const { address, control } = await reachSimulator(flags, stop);
  await findWorlds(control, [world]);
  const exported = await write({
    simulator: address,
    world,
    ...(dir !== undefined && { dir }),
    ...(consumer !== undefined && { consumer }),
    ...(provider !== undefined && { provider }),
  });
  const { path, interactions, leftOut } = exported;
  if (flags.json === true) {
    out.write(`${JSON.stringify(exported, null, 2)}\n`);
    return;
  }
  for (const call of leftOut) err.write(`left out: ${call}\n`);
  out.write(`${[...interactions, path].join("\n")}\n`);
}

/** Publishes the pact files of a folder to a broker. */
export const publishPacts = (
  dir: string,
  { appVersion, branch }: { readonly appVersion: string; readonly branch?: string | undefined },
  terminal: Terminal,
): Promise<number> => {
  const args = ["publish", dir, "--consumer-app-version", appVersion];
  return runBroker(branch === undefined ? args : [...args, "--branch", branch], terminal);
};

/** Asks a broker whether a version can be deployed. */
export const canIDeploy = (
  flags: {
    readonly consumer: string;
    readonly appVersion: string;
    readonly environment: string;
    readonly json?: true | undefined;
  },
  terminal: Terminal,
): Promise<number> => {
  const version = ["--pacticipant", flags.consumer, "--version", flags.appVersion];
  const output = flags.json === true ? ["--output", "json"] : [];
  return runBroker(["can-i-deploy", ...version, "--to-environment", flags.environment, ...output], terminal);
};

/**
 * Runs Pact's own command line, an optional peer, on the broker of `PACT_BROKER_BASE_URL`. Credentials reach it through
 * the environment alone.
 *
 * @returns 0 if it succeeds, 1 otherwise.
 * @throws {CommandError} If no broker is named, and if Pact's command line is missing or cannot be run.
 */
async function runBroker(args: readonly string[], { out, err, stop }: Terminal): Promise<number> {
  if (!process.env.PACT_BROKER_BASE_URL) {
    throw new CommandError("No broker was asked. Set PACT_BROKER_BASE_URL to the address of the broker.");
  }
  const env = { PACT_DO_NOT_TRACK: "true", ...process.env };
  const child = spawn(process.execPath, [findPact(), "broker", ...args], { env, signal: stop });
  child.stdout.pipe(out, { end: false });
  child.stderr.pipe(err, { end: false });
  try {
    const [code] = await once(child, "close");
    return code === 0 ? 0 : 1;
  } catch (error) {
    throw new CommandError(`Pact's command line cannot be run: ${error instanceof Error ? error.message : error}`);
  }
}

function findPact(): string {
  const require = createRequire(import.meta.url);
  try {
    const file = require.resolve("@pact-foundation/pact-cli/package.json");
    const manifest: { readonly bin: { readonly pact: string } } = require(file);
    return join(dirname(file), manifest.bin.pact);
  } catch {
    throw new CommandError("Pact's command line is missing: npm install --save-dev @pact-foundation/pact-cli@18.1.2");
  }
}

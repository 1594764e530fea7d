import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandError } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Runs Pact's own command line, an optional peer, on the broker of `PACT_BROKER_BASE_URL`; without that variable nothing
 * is run or sent. Credentials reach it through the environment alone.
 *
 * @returns Its exit code; 0 where no broker is named.
 * @throws {CommandError} When it is not installed, and when it cannot be run.
 */
export async function askBroker(args: readonly string[], { out, err, stop }: Terminal): Promise<number> {
  const address = process.env.PACT_BROKER_BASE_URL ?? "";
  if (address === "") {
    out.write("PACT_BROKER_BASE_URL names no broker, so nothing is sent.\n");
    return 0;
  }
  const env = { PACT_DO_NOT_TRACK: "true", ...process.env };
  const child = spawn(process.execPath, [findProgram(), "broker", ...args], { env, signal: stop });
  child.stdout.pipe(out, { end: false });
  child.stderr.pipe(err, { end: false });
  try {
    const [code] = await once(child, "close");
    return code === 0 ? 0 : 1;
  } catch (error) {
    throw new CommandError(`Pact's command line cannot be run: ${error instanceof Error ? error.message : error}`);
  }
}

function findProgram(): string {
  const require = createRequire(import.meta.url);
  try {
    const file = require.resolve("@pact-foundation/pact-cli/package.json");
    const manifest: { readonly bin: { readonly pact: string } } = require(file);
    return join(dirname(file), manifest.bin.pact);
  } catch {
    throw new CommandError("Pact's command line is missing: npm install --save-dev @pact-foundation/pact-cli@18.1.2");
  }
}

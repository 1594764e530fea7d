import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "../src/node/cli/program.ts";

/** The exit code and the output of a command. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in process, with `stop` already aborted. */
export const runToEnd = (...args: readonly string[]): Promise<Outcome> => runUnder(AbortSignal.abort(), args);

/** Runs a command line in process until the command ends by itself. */
export const runCli = (...args: readonly string[]): Promise<Outcome> => runUnder(new AbortController().signal, args);

/** Runs a command line in process as an npm script would. */
export const runByNpm = (npmScript: string, ...args: readonly string[]): Promise<Outcome> =>
  runUnder(AbortSignal.abort(), args, npmScript);

async function runUnder(stop: AbortSignal, args: readonly string[], npmScript?: string): Promise<Outcome> {
  const out = new PassThrough();
  const err = new PassThrough();
  const code = await run(args, { out, err, stop, version: "1.2.3", npmScript });
  return { code, out: await text(out.end()), err: await text(err.end()) };
}

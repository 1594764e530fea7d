import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "../src/cli/program.ts";

/** The exit code and output of a command. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `journey-contract` in this process. */
export const runCli = (...args: readonly string[]): Promise<Outcome> => runNpm(undefined, ...args);

/** Runs `journey-contract` in this process, as an npm script does. */
export const runNpm = (npmScript: string | undefined, ...args: readonly string[]): Promise<Outcome> =>
  runUntil(() => false, args, npmScript);

/** Runs `journey-contract` in this process until its output on standard error meets a condition, like Ctrl-C. */
export async function runUntil(
  isEnough: (printed: string) => boolean,
  args: readonly string[],
  npmScript?: string,
): Promise<Outcome> {
  const out = new PassThrough();
  const err = new PassThrough();
  const stopping = new AbortController();
  let printed = "";
  const write = err.write.bind(err);
  err.write = (chunk: unknown) => {
    printed += String(chunk);
    if (isEnough(printed)) stopping.abort("SIGINT");
    return write(chunk);
  };
  const stop = stopping.signal;
  const code = await run(args, { out, err, stop, version: "1.2.3", npmScript });
  return { code, out: await text(out.end()), err: await text(err.end()) };
}

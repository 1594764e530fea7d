import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "../src/program.ts";

/** The exit code and the output of a command. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in process, with `stop` already aborted. */
export const runToEnd = (...args: readonly string[]): Promise<Outcome> => runUnder(args, AbortSignal.abort());

/** Runs a command line in process until the command ends by itself. */
export const runCli = (...args: readonly string[]): Promise<Outcome> => runUnder(args);

/** Runs a command line in process as `npm start` does. */
export const runByNpm = (...args: readonly string[]): Promise<Outcome> =>
  runUnder(args, AbortSignal.abort(), { command: "./journey", npmScript: "start" });

/** Runs a command line in process until its output on standard error meets a condition, like Ctrl-C. */
export function runUntil(isEnough: (printed: string) => boolean, ...args: readonly string[]): Promise<Outcome> {
  const stopping = new AbortController();
  let printed = "";
  return runUnder(args, stopping.signal, {
    onError: (chunk) => {
      printed += chunk;
      if (isEnough(printed)) stopping.abort("SIGINT");
    },
  });
}

interface Surroundings {
  readonly command?: string;
  readonly npmScript?: string;
  /** Called with what the command writes to standard output, before it is written. */
  readonly onOutput?: (chunk: string) => void;
  /** Called with what the command writes to standard error, before it is written. */
  readonly onError?: (chunk: string) => void;
}

/** Runs a command line in process, with the surroundings of a terminal. */
export async function runUnder(
  args: readonly string[],
  stop = new AbortController().signal,
  { command = "journey", npmScript, onOutput, onError }: Surroundings = {},
): Promise<Outcome> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  tap(out, onOutput);
  tap(err, onError);
  const code = await run(args, { out, err, stop, version: "1.2.3", command, npmScript });
  return { code, out: await text(out.end()), err: await text(err.end()) };
}

/** Calls `see` with what is written to a stream. */
function tap(stream: PassThrough, see: (chunk: string) => void = () => undefined): void {
  const write = stream.write.bind(stream);
  stream.write = (chunk: unknown) => {
    see(String(chunk));
    return write(chunk);
  };
}

/** A simulator that `journey serve` runs in this process. */
export interface Served {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Runs `journey serve` on a free port in process. */
export async function serveInProcess(...flags: readonly string[]): Promise<Served> {
  const stopping = new AbortController();
  const args = ["serve", "--port", "0", "--log", "json", ...flags];
  let ended: Promise<Outcome> | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    const onOutput = (lines: string) => {
      const [, started] = /"event":"start","url":"([^"]+)"/.exec(lines) ?? [];
      if (started !== undefined) resolve(started);
    };
    ended = runUnder(args, stopping.signal, { onOutput });
    ended.then(({ err }) => reject(new Error(err)), reject);
  });
  const stop = async () => {
    stopping.abort("SIGINT");
    await ended;
  };
  return { url, stop };
}

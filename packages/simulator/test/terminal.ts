import { PassThrough } from "node:stream";
import { run } from "../src/node/program.ts";

/** What a command left behind. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in process until it ends by itself. */
export async function runToEnd(...args: readonly string[]): Promise<Outcome> {
  const out = new PassThrough();
  const err = new PassThrough();
  const code = await run(args, { out, err, stop: AbortSignal.abort(), version: "1.2.3" });
  return { code, out: toText(out), err: toText(err) };
}

const toText = (stream: PassThrough): string => String(stream.read() ?? "");

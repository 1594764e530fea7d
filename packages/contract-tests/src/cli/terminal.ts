import type { Writable } from "node:stream";
import { styleText } from "node:util";

/** What a command works with: where it writes, and the signal that ends it. */
export interface Terminal {
  readonly out: Writable;
  readonly err: Writable;
  /** Aborted when the user wants to stop. */
  readonly stop: AbortSignal;
  readonly version: string;
}

/** Sets a piece of text off, if the stream is a terminal that shows it. */
export type Style = (format: "bold" | "dim" | "red" | "green" | "yellow", text: string) => string;

/** The style for a stream: plain unless it is a terminal; honours `NO_COLOR` and `FORCE_COLOR`. */
export const styleFor =
  (stream: Writable): Style =>
  (format, text) =>
    styleText(format, text, { stream, validateStream: true });

/** Something the user can put right. Its message is one clear line, or a line for each problem; never a stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** 2 for a wrong command line, 1 for everything else. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

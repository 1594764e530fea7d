import type { Writable } from "node:stream";
import { styleText } from "node:util";
import { toPlain } from "../report/table.ts";

/** The output streams of a command and the signal that stops it. */
export interface Terminal {
  readonly out: Writable;
  readonly err: Writable;
  /** Aborted when the user stops the command. The reason is the name of the signal. */
  readonly stop: AbortSignal;
  readonly version: string;
  /**
   * The npm script that runs the command, if any. Hints depend on it, because npm passes on only the flags after `--`.
   */
  readonly npmScript?: string | undefined;
}

/** Styles text if the stream is a terminal that supports styles. */
export type Style = (format: "bold" | "dim" | "cyan" | "red" | "green" | "yellow", text: string) => string;

/**
 * Returns a function that styles text for a stream. Only terminals get styles, unless `NO_COLOR` or `FORCE_COLOR` is
 * set.
 */
export const styleFor =
  (stream: Writable): Style =>
  (format, text) =>
    styleText(format, text, { stream, validateStream: true });

/** An error that the user can fix. The program prints one line per problem and no stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** 2 for a usage error, 1 for everything else. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Returns the message of the innermost error, because the message of `fetch` says only that the request failed. */
export function toCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return toCause(error.cause);
  if (error.message === "bad port") return "fetch blocks this port; use another one";
  return "code" in error && error.code === "ECONNREFUSED" ? "connection refused" : toPlain(error.message);
}

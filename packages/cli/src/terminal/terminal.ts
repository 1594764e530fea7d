import type { Writable } from "node:stream";
import { styleText } from "node:util";
import { toPlain } from "@journey-kit/schemas/report";

/** The output streams of a command and the signal that stops it. */
export interface Terminal {
  readonly out: Writable;
  readonly err: Writable;
  /** Aborted when the user stops the command. The reason is the name of the signal. */
  readonly stop: AbortSignal;
  readonly version: string;
  /** How the user runs this program, for commands to copy: `journey`, `npx journey-kit`, or the path of a clone's script. */
  readonly command: string;
  /** The npm script that runs the command, if any. */
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

export const indent = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

/** An error that the user can fix. The program prints one line per problem and no stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  /** Whether the command line is wrong, so that its help is worth reading. */
  readonly isUsage: boolean;

  constructor(message: string, { isUsage = false } = {}) {
    super(message);
    this.isUsage = isUsage;
  }
}

export const usageError = (message: string): CommandError => new CommandError(message, { isUsage: true });

/** Returns the message of the innermost error, because the message of `fetch` says only that the request failed. */
export function findCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return findCause(error.cause);
  if (error.message === "bad port") return "fetch blocks this port; use another one";
  return "code" in error && error.code === "ECONNREFUSED" ? "connection refused" : toPlain(error.message);
}

import { CommandError } from "./command-error.ts";

/** Reads a flag that takes seconds. Throws {@link CommandError} for anything else, and for none. */
export function readSeconds(flag: string, text: string): number {
  const seconds = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds > 0) return seconds;
  throw new CommandError(`--${flag} takes seconds, such as 0.2 or 10.`, 2);
}

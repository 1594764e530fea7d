import type { Writable } from "node:stream";

interface Step {
  readonly total: number;
  /** Printed above the count. */
  readonly line?: string | undefined;
  readonly failed?: boolean;
  /** Steps done, if one call reports several. */
  readonly done?: number | undefined;
}

/**
 * Shows the progress of a long command on standard error: the steps done, the failures and the time left. In a
 * terminal, rewrites one line. Elsewhere, prints a line after every tenth of the steps.
 *
 * @param now Returns the current time in milliseconds.
 */
export function createProgress(
  err: Writable & { readonly isTTY?: boolean },
  unit: string,
  now = () => performance.now(),
) {
  const begin = now();
  const isTerminal = err.isTTY === true;
  let [done, failures] = [0, 0];
  const clear = () => void (isTerminal && err.write("\r\u001b[2K"));
  return {
    step: ({ total, line, failed = false, done: reached }: Step): void => {
      const before = done;
      done = reached ?? done + 1;
      if (failed) failures += 1;
      clear();
      if (line !== undefined) err.write(`${line}\n`);
      if (done > total) return;
      const isTenth = Math.floor((done * 10) / total) > Math.floor((before * 10) / total);
      const left = ((now() - begin) / done) * (total - done);
      const count = `${done} of ${total} ${unit}${failures === 0 ? "" : `, ${failures} failed`}${renderTimeLeft(left)}`;
      if (isTerminal) err.write(count);
      else if (isTenth) err.write(`${count}\n`);
    },
    /** Removes the progress line from a terminal. */
    end: clear,
  };
}

function renderTimeLeft(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds === 0) return "";
  return seconds < 60 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`;
}

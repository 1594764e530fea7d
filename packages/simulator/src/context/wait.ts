import type { Millis } from "../world/time.ts";

/** Waits in real time. If `signal` aborts, the wait rejects with an {@link AbortedError}. */
export type Wait = (duration: Millis, signal: AbortSignal) => Promise<void>;

/** The caller no longer waits for the response. `cause` is the reason of its signal. */
export class AbortedError extends Error {
  override readonly name = "AbortedError";

  constructor(cause: unknown) {
    super("The caller aborted the request.", { cause });
  }
}

const { setTimeout } = globalThis; // real even if a test installs fake timers later

const sleepByTimer = (duration: Millis) => new Promise<void>((resolve) => setTimeout(resolve, duration));

/** Creates a wait from a function that sleeps; by default with a platform timer. */
export const createWait =
  (sleep: (duration: Millis) => Promise<void> = sleepByTimer): Wait =>
  (duration, signal) =>
    new Promise((resolve, reject) => {
      const abort = () => reject(new AbortedError(signal.reason));
      if (signal.aborted) return abort();
      signal.addEventListener("abort", abort);
      sleep(duration)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", abort));
    });

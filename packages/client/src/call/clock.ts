import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { TimeoutError } from "../errors.ts";

/** Settles like the promise, or rejects with the signal's reason as soon as the signal aborts. */
export function untilAborted<T>(signal: AbortSignal | undefined, promise: T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    const done = () => signal?.removeEventListener("abort", abort);
    Promise.resolve(promise).then(resolve, reject).then(done);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
  });
}

/** Waits for `duration` milliseconds. If `signal` aborts, rejects at once with the signal's reason. */
export type Sleep = (duration: number, options?: { readonly signal?: AbortSignal }) => Promise<void>;

/** The functions that a client uses to read the time and to wait. */
export interface ClientClock {
  /** Returns the time in milliseconds since the Unix epoch. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** Waits with a platform timer. */
export const sleepBySystem: Sleep = (duration, { signal } = {}) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, duration);
  });
  return untilAborted(signal, elapsed).finally(() => clearTimeout(timer));
};

/** Waits with the clock. Rejects as soon as the signal aborts, even if the clock ignores the signal. */
export const pauseWith = (clock: ClientClock, duration: number, signal: AbortSignal | undefined): Promise<void> =>
  untilAborted(signal, clock.sleep(duration, signal && { signal }));

/**
 * Runs a function with a time limit in milliseconds. The signal that `run` receives aborts at the limit, or when
 * `outer` aborts.
 *
 * Always uses the platform's timer, even if the client has a `sleep` option: a test clock cannot speed up a network.
 */
export async function withTimeout<T>(
  route: EndpointName,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const signal = outer === undefined ? limit.signal : AbortSignal.any([outer, limit.signal]);
  signal.throwIfAborted();
  const timer = setTimeout(() => limit.abort(new TimeoutError(route, timeoutMs)), timeoutMs);
  return run(signal).finally(() => clearTimeout(timer));
}

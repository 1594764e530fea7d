/** Waits for some milliseconds. `signal` ends the wait early, with its reason. */
export type Sleep = (duration: number, options?: { readonly signal?: AbortSignal }) => Promise<void>;

/** How a client knows the time and lets it pass. */
export interface ClientClock {
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** Waits by a timer of the platform. */
export const sleepBySystem: Sleep = (duration, { signal } = {}) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, duration);
    signal?.addEventListener("abort", abort, { once: true });
  });

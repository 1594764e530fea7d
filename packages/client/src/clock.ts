import { untilAborted } from "./abort.ts";

/** Waits for some milliseconds. `signal` ends the wait early, with its reason. */
export type Sleep = (duration: number, options?: { readonly signal?: AbortSignal }) => Promise<void>;

/** How a client knows the time and lets it pass. */
export interface ClientClock {
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** Waits by a timer of the platform. */
export const sleepBySystem: Sleep = (duration, { signal } = {}) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, duration);
  });
  return untilAborted(signal, elapsed).finally(() => clearTimeout(timer));
};

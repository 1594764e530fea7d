import { untilAborted } from "./abort.ts";

/** Waits for some milliseconds. If `signal` aborts, rejects early with its reason. */
export type Sleep = (duration: number, options?: { readonly signal?: AbortSignal }) => Promise<void>;

/** How a client reads the time and waits. */
export interface ClientClock {
  /** Milliseconds; only differences count. */
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

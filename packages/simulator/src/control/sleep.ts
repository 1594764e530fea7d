import type { Millis } from "../world/time.ts";

/** The clock that sleepers share. */
interface SharedClock {
  now(): Promise<Millis>;
  advance(by: Millis): Promise<void>;
}

/** Lets a caller wait by the clock of a world. `signal` ends the wait early, with its reason. */
export type Sleep = (duration: Millis, options?: { readonly signal?: AbortSignal }) => Promise<void>;

/**
 * Makes waiting cost no time: a sleeper fixes its target, lets everything else run once, and moves the clock to the
 * earliest target of all who sleep.
 */
export function createSleep({ now, advance }: SharedClock): Sleep {
  const sleepers = new Set<{ readonly target: Millis }>();
  return async (duration, { signal } = {}) => {
    signal?.throwIfAborted();
    const sleeper = { target: (await now()) + duration };
    sleepers.add(sleeper);
    try {
      while ((await now()) < sleeper.target) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        signal?.throwIfAborted();
        const earliest = Math.min(...[...sleepers].map(({ target }) => target));
        await advance(earliest - (await now()));
      }
    } finally {
      sleepers.delete(sleeper);
    }
  };
}

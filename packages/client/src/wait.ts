import type { ClientClock } from "./clock.ts";
import { type Ended, type Looking, poll } from "./poll.ts";
import type { Progress, Sighting } from "./progress.ts";
import type { LiveOptions, SavedWait } from "./wait-options.ts";

/**
 * A wait under way: awaited, it gives its end; looped over, each poll from now on. Leaving the loop early ends the wait.
 * As JSON it is what {@link resume} takes in another process.
 */
export interface Wait<End, Seen extends Sighting, Saved extends SavedWait> extends Promise<End> {
  [Symbol.asyncIterator](): AsyncGenerator<Progress<Seen>, void, void>;
  /** Holds no token and no personal data. */
  toJSON(): Saved;
}

/** Starts a wait; `toEnd` tells how it ended in the caller's words. */
export function startWait<End, Seen extends Sighting, Saved extends SavedWait>(
  clock: ClientClock,
  plan: Saved,
  { signal, onProgress }: LiveOptions<Seen>,
  looking: Looking<Seen>,
  toEnd: (ended: Ended<Seen>) => End,
): Wait<End, Seen, Saved> {
  const left = new AbortController();
  const readers = new Set<(progress: Progress<Seen>) => void>();
  const promise = poll({
    ...looking,
    clock,
    plan,
    signal: signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]),
    report(progress) {
      onProgress?.(progress);
      for (const read of readers) read(progress);
    },
  }).then(toEnd);
  return Object.assign(promise, {
    toJSON: () => plan,
    async *[Symbol.asyncIterator]() {
      const unread: (Progress<Seen> | undefined)[] = []; // undefined once the wait is over
      let wake = () => {};
      const read = (progress?: Progress<Seen>) => {
        unread.push(progress);
        wake();
      };
      const end = () => read();
      readers.add(read);
      promise.then(end, end);
      try {
        for (;;) {
          if (unread.length === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          const next = unread.shift();
          if (next === undefined) break;
          yield next;
        }
        await promise; // a wait that failed fails the loop
      } finally {
        readers.delete(read);
        left.abort();
      }
    },
  });
}

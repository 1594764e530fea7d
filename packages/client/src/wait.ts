import type { ClientClock } from "./clock.ts";
import { type Ended, type Looking, poll } from "./poll.ts";
import type { Progress, Sighting } from "./progress.ts";
import type { LiveOptions, SavedWait } from "./wait-options.ts";

/**
 * A pending wait. Await it for the result, or iterate over its polls. Leaving the loop early ends the wait. Save it
 * as JSON and pass that to {@link resume} in another process.
 */
export interface Wait<End, Seen extends Sighting, Saved extends SavedWait> extends Promise<End> {
  [Symbol.asyncIterator](): AsyncGenerator<Progress<Seen>, void, void>;
  /** Contains no token and no personal data. */
  toJSON(): Saved;
}

/** Starts a wait; `toEnd` converts its end to the caller's form. */
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
      const unread: (Progress<Seen> | undefined)[] = []; // undefined after the wait
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

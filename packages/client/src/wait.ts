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

/** What a wait runs with. */
export interface Live<Seen extends Sighting> {
  readonly signal: AbortSignal;
  readonly report: (progress: Progress<Seen>) => void;
}

/** Starts a wait. */
export function startWait<End, Seen extends Sighting, Saved extends SavedWait>(
  saved: Saved,
  { signal, onProgress }: LiveOptions<Seen>,
  run: (live: Live<Seen>) => Promise<End>,
): Wait<End, Seen, Saved> {
  const left = new AbortController();
  const readers = new Set<(progress: Progress<Seen>) => void>();
  const promise = run({
    signal: signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]),
    report(progress) {
      onProgress?.(progress);
      for (const read of readers) read(progress);
    },
  });
  return Object.assign(promise, {
    toJSON: () => saved,
    async *[Symbol.asyncIterator]() {
      const unread: Progress<Seen>[] = [];
      let isOver = false;
      let wake = () => {};
      const read = (progress: Progress<Seen>) => {
        unread.push(progress);
        wake();
      };
      const end = () => {
        isOver = true;
        wake();
      };
      readers.add(read);
      promise.then(end, end);
      try {
        for (;;) {
          for (let next = unread.shift(); next !== undefined; next = unread.shift()) yield next;
          if (isOver) break;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        await promise; // a wait that failed fails the loop
      } finally {
        readers.delete(read);
        left.abort();
      }
    },
  });
}

import { exceeds } from "../engine/refusal-error.ts";

/** Limits the total size of the large bodies that are read and parsed at the same time. */
export interface Semaphore {
  /**
   * Waits until there is room for a body of this size, and reserves the room. A body above the limit waits until no
   * other body has room reserved.
   *
   * @returns A function that releases the bytes.
   * @throws {RefusalError} If too many bodies wait.
   */
  enter(bytes: number): Promise<() => void>;
}

/**
 * Limits the number of open streams. The web pages of one origin can open only half of them.
 *
 * @returns A function that reserves a place and returns a function that releases the place. It throws a {@link
 * RefusalError} if no place is free.
 */
export function createLimiter(limit: number): (page: string | undefined) => () => void {
  const pages = new Map<string, number>();
  let taken = 0;
  return (page) => {
    const own = page === undefined ? 0 : (pages.get(page) ?? 0);
    if (taken >= limit || (own > 0 && own >= limit / 2)) throw exceeds("streams", limit);
    const add = (count: 1 | -1) => {
      taken += count;
      if (page === undefined) return;
      const left = (pages.get(page) ?? 0) + count;
      if (left === 0) pages.delete(page);
      else pages.set(page, left);
    };
    add(1);
    return () => add(-1);
  };
}

const maxWaiting = 100;

/** Creates a gate that admits a number of bytes at the same time. */
export function createSemaphore(limit: number): Semaphore {
  const waiting: { readonly bytes: number; readonly admit: () => void }[] = [];
  let used = 0;
  const admitNext = () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (used > 0 && used + next.bytes > limit) return;
      used += next.bytes;
      waiting.shift();
      next.admit();
    }
  };
  return {
    enter: (bytes) => {
      if (waiting.length === maxWaiting) throw exceeds("large-bodies", limit);
      const release = () => {
        used -= bytes;
        admitNext();
      };
      return new Promise((resolve) => {
        waiting.push({ bytes, admit: () => resolve(release) });
        admitNext();
      });
    },
  };
}

/** Keeps the latest of what is pushed, each with a number that counts from 1. */
export interface Ring<Entry> {
  /** The number of the last entry; 0 before the first. */
  readonly last: number;
  /** The number of the oldest entry that is kept; one above `last` where none is. */
  readonly first: number;
  push(entry: Entry): number;
  /** The entry of a number; undefined where it has fallen out or is still to come. */
  at(number: number): Entry | undefined;
  /** Forgets the entries and counts on. */
  clear(): void;
}

/** Makes a ring of a fixed size. */
export function createRing<Entry>(size: number): Ring<Entry> {
  let entries: Entry[] = [];
  let last = 0;
  let cleared = 0;
  const oldest = () => Math.max(cleared, last - size) + 1;
  return {
    get last() {
      return last;
    },
    get first() {
      return oldest();
    },
    push: (entry) => {
      last += 1;
      if (size > 0) entries[last % size] = entry;
      return last;
    },
    at: (number) => (number >= oldest() && number <= last ? entries[number % size] : undefined),
    clear: () => {
      entries = [];
      cleared = last;
    },
  };
}

import {
  createListeners,
  createRepeatedStarts,
  createTally,
  type Entry,
  type EntryPage,
  type EntryQuery,
  instanceIdOf,
  type JournalLimits,
  type Journals,
  type ListenerErrorHandler,
  matches,
  type Numbered,
  type RepeatedStarts,
  sizeOf,
  type Tally,
} from "./journal.ts";

interface Journal {
  readonly ring: Ring<Entry>;
  readonly tally: Tally;
  readonly repeatedStarts: RepeatedStarts;
}

/**
 * Creates journals that live as long as the process. If the entries of all worlds exceed their limit, the world whose
 * latest request is the oldest loses its entries first.
 */
export function createMemoryJournals({ size, limits }: JournalLimits, onError?: ListenerErrorHandler): Journals {
  const journals = new Map<string, Journal>(); // in the order of their latest requests
  const listeners = createListeners(onError);
  let latest: string | undefined;
  let stored = 0;

  const change = (ring: Ring<Entry>, apply: () => void): void => {
    const before = ring.bytes;
    apply();
    stored += ring.bytes - before;
  };
  const open = (world: string): Journal => {
    const found = journals.get(world);
    if (found !== undefined && world === latest) return found;
    const journal = found ?? {
      ring: createRing<Entry>(size, sizeOf),
      tally: createTally(),
      repeatedStarts: createRepeatedStarts(),
    };
    journals.delete(world);
    journals.set(world, journal);
    latest = world;
    const [oldest] = journals.size > limits.worlds ? journals : [];
    if (oldest !== undefined) {
      change(oldest[1].ring, oldest[1].ring.clear);
      journals.delete(oldest[0]);
    }
    return journal;
  };
  const shrink = (): void => {
    const bytes = limits["journals-bytes"];
    for (const [world, { ring }] of journals) {
      if (stored <= bytes) return;
      if (world !== latest) change(ring, ring.clear);
      else while (stored > bytes && ring.first <= ring.last) change(ring, ring.shift);
    }
  };

  return {
    record: (world, recorded, startBody) => {
      const { ring, tally, repeatedStarts } = open(world);
      const toNotices = startBody === undefined ? undefined : repeatedStarts.examine(recorded, startBody);
      const notices = toNotices?.(ring.last + 1) ?? [];
      const entry = notices.length === 0 ? recorded : { ...recorded, notices };
      change(ring, () => ring.push(entry));
      tally.add(entry);
      while (ring.bytes > limits["journal-bytes"]) change(ring, ring.shift);
      if (stored > limits["journals-bytes"]) shrink();
      if (listeners.size > 0) listeners.call(world, { sequence: ring.last, entry });
    },
    find: async (world, query) => findIn(journals.get(world)?.ring ?? createRing(0, sizeOf), query),
    findLastFault: async (world, id) => findLastFault(journals.get(world)?.ring ?? createRing(0, sizeOf), id),
    counts: async (world) => (journals.get(world)?.tally ?? createTally()).counts(),
    clear: async (world) => {
      const journal = journals.get(world);
      if (journal === undefined) return;
      const { ring, tally, repeatedStarts } = journal;
      change(ring, ring.clear);
      tally.clear();
      repeatedStarts.clear();
    },
    restore: async (world, entries, first, counts) => {
      const { ring, tally, repeatedStarts } = open(world);
      change(ring, () => {
        ring.clear();
        ring.skipTo(first - 1);
        for (const entry of entries) ring.push(entry);
      });
      tally.clear();
      tally.merge(counts);
      repeatedStarts.clear();
      shrink();
    },
    reportChange: (world) => listeners.call(world, undefined),
    watch: listeners.add,
    close: async () => undefined,
  };
}

function findIn(ring: Ring<Entry>, query: EntryQuery): EntryPage {
  if (query.after === undefined) return findLatest(ring, query);
  const after = Math.min(query.after, ring.last);
  const from = Math.max(after + 1, ring.first);
  const entries: Numbered[] = [];
  let next = from;
  for (; next <= ring.last && entries.length < query.limit; next += 1) {
    const entry = ring.at(next);
    if (entry !== undefined && matches(entry, query)) entries.push({ sequence: next, entry });
  }
  return { entries, next: next - 1, dropped: from - after - 1 };
}

function findLatest(ring: Ring<Entry>, query: EntryQuery): EntryPage {
  const entries: Numbered[] = [];
  for (let sequence = ring.last; sequence >= ring.first && entries.length < query.limit; sequence -= 1) {
    const entry = ring.at(sequence);
    if (entry !== undefined && matches(entry, query)) entries.push({ sequence, entry });
  }
  return { entries: entries.reverse(), next: ring.last, dropped: ring.first - 1 };
}

function findLastFault(ring: Ring<Entry>, instanceId: string): Numbered | undefined {
  for (let sequence = ring.last; sequence >= ring.first; sequence -= 1) {
    const entry = ring.at(sequence);
    if (entry?.fault !== undefined && entry.endpoint !== undefined && instanceIdOf(entry) === instanceId)
      return { sequence, entry };
  }
  return undefined;
}

/** A buffer of the latest entries, numbered from 1. */
interface Ring<Item> {
  /** Number of the latest entry; 0 before the first entry. */
  readonly last: number;
  /** Number of the oldest entry in the ring; `last + 1` if the ring is empty. */
  readonly first: number;
  /** Bytes of all entries. */
  readonly bytes: number;
  push(entry: Item): void;
  /** The entry with the given number; undefined if the entry was dropped or does not exist yet. */
  at(number: number): Item | undefined;
  /** Deletes the oldest entry. */
  shift(): void;
  /** Deletes all entries. Numbering continues. */
  clear(): void;
  /** Sets the number after which an empty ring continues, unless the ring has already passed that number. */
  skipTo(last: number): void;
}

/** Creates a ring of at most `size` entries. */
export function createRing<Item>(size: number, sizeOf: (entry: Item) => number): Ring<Item> {
  let entries: ({ readonly entry: Item; readonly bytes: number } | undefined)[] = [];
  let last = 0;
  let first = 1;
  let bytes = 0;
  const shift = () => {
    if (first > last) return;
    bytes -= entries[first % size]?.bytes ?? 0;
    entries[first % size] = undefined;
    first += 1;
  };
  return {
    get last() {
      return last;
    },
    get first() {
      return first;
    },
    get bytes() {
      return bytes;
    },
    push: (entry) => {
      if (last - first + 1 >= size) shift();
      last += 1;
      if (size === 0) {
        first = last + 1;
        return;
      }
      const sized = { entry, bytes: sizeOf(entry) };
      entries[last % size] = sized;
      bytes += sized.bytes;
    },
    at: (number) => (number >= first && number <= last ? entries[number % size]?.entry : undefined),
    shift,
    clear: () => {
      entries = [];
      first = last + 1;
      bytes = 0;
    },
    skipTo: (earliest) => {
      last = Math.max(last, earliest);
      first = last + 1;
    },
  };
}

import {
  createListeners,
  createRepeatedStarts,
  createTally,
  type Entry,
  type EntryPage,
  type EntryQuery,
  instanceIdOf,
  isSelected,
  type JournalLimits,
  type Journals,
  type ListenerErrorHandler,
  type Listeners,
  type Numbered,
  type RepeatedStarts,
  sizeOf,
  type Tally,
} from "./journal.ts";

interface Journal {
  readonly ring: Ring<Entry>;
  readonly repeatedStarts: RepeatedStarts;
  /** Counts of all entries so far; undefined until a caller needs them or the ring drops an entry. */
  tally: Tally | undefined;
}

function createJournal(size: number): Journal {
  const ring = createRing<Entry>(size, sizeOf, () => void tallyOf(journal));
  const journal: Journal = { ring, repeatedStarts: createRepeatedStarts(), tally: undefined };
  return journal;
}

/** The tally of a journal. It first counts the entries in the ring; from then on, each entry counts when it is recorded. */
function tallyOf(journal: Journal): Tally {
  if (journal.tally !== undefined) return journal.tally;
  const tally = createTally();
  for (let number = journal.ring.first; number <= journal.ring.last; number += 1) {
    const entry = journal.ring.at(number);
    if (entry !== undefined) tally.add(entry);
  }
  journal.tally = tally;
  return tally;
}

/** What journals in memory share, as replicas share a database. */
export interface MemoryJournalData {
  /** In the order of their latest requests. */
  readonly journals: Map<string, Journal>;
  readonly listeners: Set<Listeners>;
  latest: string | undefined;
  /** Estimated size of all entries. */
  stored: number;
}

export const createMemoryJournalData = (): MemoryJournalData => ({
  journals: new Map(),
  listeners: new Set(),
  latest: undefined,
  stored: 0,
});

/**
 * Creates journals that live as long as their data. If the entries of all worlds exceed their limit, the world whose
 * latest request is the oldest loses its entries first.
 */
export function createMemoryJournals(
  { size, limits }: JournalLimits,
  onError?: ListenerErrorHandler,
  data: MemoryJournalData = createMemoryJournalData(),
): Journals {
  const { journals } = data;
  const own = createListeners(onError);
  data.listeners.add(own);

  const report: Listeners["call"] = (world, added) => {
    for (const listeners of data.listeners) listeners.call(world, added);
  };
  const change = (ring: Ring<Entry>, apply: () => void): void => {
    const before = ring.bytes;
    apply();
    data.stored += ring.bytes - before;
  };
  const open = (world: string): Journal => {
    const found = journals.get(world);
    if (found !== undefined && world === data.latest) return found;
    const journal = found ?? createJournal(size);
    journals.delete(world);
    journals.set(world, journal);
    data.latest = world;
    const [oldest] = journals.size > limits.worlds ? journals : [];
    if (oldest !== undefined) {
      data.stored -= oldest[1].ring.bytes;
      journals.delete(oldest[0]);
    }
    return journal;
  };
  const shrink = (): void => {
    const bytes = limits["journals-bytes"];
    for (const [world, { ring }] of journals) {
      if (data.stored <= bytes) return;
      if (world !== data.latest) change(ring, ring.clear);
      else while (data.stored > bytes && ring.first <= ring.last) change(ring, ring.shift);
    }
  };

  return {
    record: (world, recorded, startBody) => {
      const journal = open(world);
      const { ring, repeatedStarts } = journal;
      const toNotices = startBody === undefined ? undefined : repeatedStarts.examine(recorded, startBody);
      const notices = toNotices?.(ring.last + 1) ?? [];
      const entry = notices.length === 0 ? recorded : { ...recorded, notices };
      change(ring, () => ring.push(entry));
      journal.tally?.add(entry);
      while (ring.bytes > limits["journal-bytes"]) change(ring, ring.shift);
      if (data.stored > limits["journals-bytes"]) shrink();
      report(world, { sequence: ring.last, entry });
    },
    find: async (world, query) => findIn(journals.get(world)?.ring ?? createRing(0, sizeOf), query),
    findLastFault: async (world, id) => findFaultIn(journals.get(world)?.ring ?? createRing(0, sizeOf), id),
    counts: async (world) => {
      const journal = journals.get(world);
      return (journal === undefined ? createTally() : tallyOf(journal)).counts();
    },
    clear: async (world) => {
      const journal = journals.get(world);
      if (journal === undefined) return;
      const { ring, repeatedStarts } = journal;
      change(ring, ring.clear);
      journal.tally = undefined;
      repeatedStarts.clear();
    },
    restore: async (world, entries, first, counts) => {
      const journal = open(world);
      const { ring, repeatedStarts } = journal;
      journal.tally = createTally();
      journal.tally.merge(counts); // `counts` contains the entries
      change(ring, () => {
        ring.clear();
        ring.skipTo(first - 1);
        for (const entry of entries) ring.push(entry);
      });
      repeatedStarts.clear();
      shrink();
    },
    reportChange: (world) => report(world, undefined),
    watch: own.add,
    close: async () => void data.listeners.delete(own),
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
    if (entry !== undefined && isSelected(entry, query)) entries.push({ sequence: next, entry });
  }
  return { entries, next: next - 1, dropped: from - after - 1 };
}

function findLatest(ring: Ring<Entry>, query: EntryQuery): EntryPage {
  const entries: Numbered[] = [];
  for (let sequence = ring.last; sequence >= ring.first && entries.length < query.limit; sequence -= 1) {
    const entry = ring.at(sequence);
    if (entry !== undefined && isSelected(entry, query)) entries.push({ sequence, entry });
  }
  return { entries: entries.reverse(), next: ring.last, dropped: ring.first - 1 };
}

function findFaultIn(ring: Ring<Entry>, instanceId: string): Numbered | undefined {
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
  readonly bytes: number;
  push(entry: Item): void;
  /** The entry with the given number; undefined if the entry was dropped or does not exist yet. */
  at(number: number): Item | undefined;
  shift(): void;
  /** Drops all entries. Numbering continues. */
  clear(): void;
  /** Sets the number after which an empty ring continues, unless the ring has already passed that number. */
  skipTo(last: number): void;
}

/** Creates a ring of at most `size` entries. It calls `onDrop` before it drops entries. */
export function createRing<Item>(
  size: number,
  sizeOf: (entry: Item) => number,
  onDrop: () => void = () => undefined,
): Ring<Item> {
  let entries: (Item | undefined)[] = [];
  let sizes: number[] = []; // apart from the entries, because a dropped entry is no longer in the processor's cache
  const ring: { -readonly [Key in keyof Ring<Item>]: Ring<Item>[Key] } = {
    last: 0,
    first: 1,
    bytes: 0,
    push: (entry) => {
      if (ring.last - ring.first + 1 >= size) ring.shift();
      ring.last += 1;
      if (size === 0) {
        ring.first = ring.last + 1;
        onDrop();
        return;
      }
      const bytes = sizeOf(entry);
      entries[ring.last % size] = entry;
      sizes[ring.last % size] = bytes;
      ring.bytes += bytes;
    },
    at: (number) => (number >= ring.first && number <= ring.last ? entries[number % size] : undefined),
    shift: () => {
      if (ring.first > ring.last) return;
      onDrop();
      ring.bytes -= sizes[ring.first % size] ?? 0;
      entries[ring.first % size] = undefined;
      ring.first += 1;
    },
    clear: () => {
      onDrop();
      entries = [];
      sizes = [];
      ring.first = ring.last + 1;
      ring.bytes = 0;
    },
    skipTo: (earliest) => {
      ring.last = Math.max(ring.last, earliest);
      ring.first = ring.last + 1;
    },
  };
  return ring;
}

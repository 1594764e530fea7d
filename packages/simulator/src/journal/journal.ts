import type { Entry } from "./entry.ts";
import { createRepeats } from "./repeat.ts";
import { createRing, type Ring } from "./ring.ts";
import { createTally, type Tally } from "./tally.ts";

type Listener = (sequence: number, entry: Entry) => void;

/** The calls of one world: the latest in a ring, all of them in a tally. */
export interface Journal {
  readonly ring: Ring<Entry>;
  readonly tally: Tally;
  /** Keeps a call; of a start, `begun` is the body as it was sent. */
  record(entry: Entry, begun?: unknown): void;
  /** @returns What ends the watch. */
  watch(listener: Listener): () => void;
  /** Forgets everything but the numbering, so that a cursor stays good. */
  clear(): void;
}

/** The journals of all worlds. They live as long as the process. */
export interface Journals {
  of(world: string): Journal;
}

/** Makes the journals, each with room for `size` calls. */
export function createJournals(size: number): Journals {
  const journals = new Map<string, Journal>();
  return {
    of: (world) => {
      const journal = journals.get(world) ?? createJournal(size);
      journals.set(world, journal);
      return journal;
    },
  };
}

function createJournal(size: number): Journal {
  const ring = createRing<Entry>(size);
  const tally = createTally();
  const repeats = createRepeats();
  const listeners = new Set<Listener>();
  return {
    ring,
    tally,
    record: (given, begun) => {
      const notices = begun === undefined ? [] : repeats.notice(ring.last + 1, given, begun);
      const entry = notices.length === 0 ? given : { ...given, notices };
      const sequence = ring.push(entry);
      tally.add(entry);
      for (const listener of listeners) listener(sequence, entry);
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear: () => {
      ring.clear();
      tally.clear();
      repeats.clear();
    },
  };
}

import type { Entry } from "./entry.ts";
import { createRing, type Ring } from "./ring.ts";
import { createTally, type Tally } from "./tally.ts";

type Listener = (sequence: number, entry: Entry) => void;

/** The calls of one world: the latest in a ring, all of them in a tally. */
export interface Journal {
  readonly ring: Ring<Entry>;
  readonly tally: Tally;
  record(entry: Entry): void;
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
  const listeners = new Set<Listener>();
  return {
    ring,
    tally,
    record: (entry) => {
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
    },
  };
}

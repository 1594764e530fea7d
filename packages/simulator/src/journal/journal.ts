import type { RouteName } from "@journey-kit/schemas/routes";
import type { Refusal } from "../engine/result.ts";
import type { Clock } from "../world/clock.ts";
import type { FaultAction } from "../world/fault.ts";
import { draw } from "../world/random.ts";
import type { Millis } from "../world/time.ts";

/** The instance that an answer was about, as the call left it. */
export interface InstanceSnapshot {
  readonly instanceId: string;
  readonly phase: string;
  /** How far the tasks of a v1 instance are. Spec 3.3. */
  readonly stages: readonly string[];
}

/** A fault that hit a request. */
export interface AppliedFault {
  readonly rule: string;
  readonly action: FaultAction;
  /** The instance that the call named and its world has, whether or not the call reached it. */
  readonly instanceId: string | undefined;
}

/** What the ring keeps of a call. Whatever the caller sent is reduced already, and so are answers that carry tokens. */
export interface Entry {
  /** By the time of the system. */
  readonly startedAt: Millis;
  readonly endedAt: Millis;
  /** Tells the time of the world at the start. */
  readonly clock: Clock;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Reduced. */
  readonly sent: unknown;
  readonly name: RouteName | undefined;
  readonly about: InstanceSnapshot | undefined;
  readonly status: number;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** The body as an object of our own making, which nobody changes any more. */
  readonly answer: unknown;
  readonly refusal: Refusal | undefined;
  /** Rules and readings, as the header `X-Sim-Basis` has them. */
  readonly basis: string;
  readonly fault: AppliedFault | undefined;
  /** What is remarkable about the call, in words. */
  readonly notices: readonly string[];
}

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
  const repeats = createRepeatedStarts();
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

/** What calls have met, by id, each with how often. */
export interface Counts {
  readonly calls: number;
  readonly endpoints: ReadonlyMap<string, number>;
  readonly errors: ReadonlyMap<string, number>;
  readonly phases: ReadonlyMap<string, number>;
  readonly stages: ReadonlyMap<string, number>;
  /** Rules and readings. */
  readonly basis: ReadonlyMap<string, number>;
}

/** Counts what calls meet, whether or not the ring still holds them. */
interface Tally {
  add(entry: Entry): void;
  counts(): Counts;
  clear(): void;
}

const mostKinds = 500;
const fields = ["endpoints", "errors", "phases", "stages", "basis"] as const;
type Totals = Record<(typeof fields)[number], Map<string, number>> & { calls: number };

/** Makes a tally. Calls that met the same things are counted under one text, which is taken apart when somebody asks. */
function createTally(): Tally {
  let kinds = new Map<string, Map<string, number>>();
  let size = 0;
  let totals = createTotals();
  const forget = () => {
    kinds = new Map();
    size = 0;
  };
  const fold = () => {
    for (const [basis, rest] of kinds) for (const [kind, times] of rest) addTo(totals, `${kind}|${basis}`, times);
    forget();
  };
  return {
    add: (entry) => {
      const kind = kindOf(entry);
      const alike = kinds.get(entry.basis) ?? new Map<string, number>();
      const times = alike.get(kind) ?? 0;
      kinds.set(entry.basis, alike.set(kind, times + 1));
      if (times === 0) size += 1;
      if (size > mostKinds) fold();
    },
    counts: () => {
      fold();
      return totals;
    },
    clear: () => {
      forget();
      totals = createTotals();
    },
  };
}

const createTotals = (): Totals => ({
  calls: 0,
  endpoints: new Map(),
  errors: new Map(),
  phases: new Map(),
  stages: new Map(),
  basis: new Map(),
});

const kindOf = ({ name, refusal, about }: Entry): string =>
  `${name ?? ""}|${refusal?.name ?? ""}|${about?.phase ?? ""}|${about?.stages.join(", ") ?? ""}`;

function addTo(totals: Totals, kind: string, times: number): void {
  totals.calls += times;
  kind.split("|").forEach((list, i) => {
    const field = fields[i];
    if (field === undefined || list === "") return;
    for (const id of new Set(list.split(", "))) totals[field].set(id, (totals[field].get(id) ?? 0) + times);
  });
}

/** Knows the starts whose answers did not come whole, and finds those that repeat one. */
interface RepeatedStarts {
  /**
   * Says of a successful start which earlier one it repeats; most repeat none.
   *
   * @param sent The body as it was sent; nothing of it is kept but a hash.
   */
  notice(sequence: number, entry: Entry, sent: unknown): readonly string[];
  clear(): void;
}

interface Spoiled {
  readonly sequence: number;
  readonly instanceId: string;
  readonly hash: number;
  readonly how: string;
}

const mostKept = 100;

/** Makes a memory of starts. It is empty, and costs nothing, where no fault spoils one. */
function createRepeatedStarts(): RepeatedStarts {
  let spoiled: readonly Spoiled[] = [];
  return {
    notice: (sequence, { about, fault }, sent) => {
      const how = fault && toHow(fault.action);
      if (about === undefined || (spoiled.length === 0 && how === undefined)) return [];
      const hash = draw(JSON.stringify(sent));
      const earlier = spoiled.find((one) => one.hash === hash);
      const { instanceId } = about;
      if (how !== undefined) spoiled = [...spoiled, { sequence, instanceId, hash, how }].slice(-mostKept);
      return earlier === undefined
        ? []
        : [
            `The start of exchange ${earlier.sequence}, ${earlier.how}, was sent again: the client has started two journeys, ${earlier.instanceId} and ${instanceId}.`,
          ];
    },
    clear: () => {
      spoiled = [];
    },
  };
}

/** How a fault kept an answer from its caller, whose work was done all the same; undefined where it did not. */
function toHow(action: FaultAction): string | undefined {
  if ("lose" in action) return action.lose === "answer" ? "whose answer was lost" : undefined;
  if ("truncate" in action || "malform" in action || "contentType" in action) return "whose answer was spoiled";
  return "delay" in action || "slow" in action ? "whose answer came late" : undefined;
}

import type { RouteName } from "@journey-kit/schemas/routes";
import type { Refusal } from "../engine/result.ts";
import type { Clock } from "../world/clock.ts";
import type { FaultAction } from "../world/fault.ts";
import { draw } from "../world/random.ts";
import type { Millis } from "../world/time.ts";
import { createListeners, type ListenerErrorHandler } from "./listeners.ts";

/** The state of an instance after a request. */
export interface InstanceSnapshot {
  readonly instanceId: string;
  readonly phase: string;
  /** Stages of the tasks of a v1 instance. Spec 3.3. */
  readonly stages: readonly string[];
}

/** A fault that hit a request. */
export interface AppliedFault {
  readonly rule: string;
  readonly action: FaultAction;
  /** The existing instance with the id in the request, whether or not the request reached it. */
  readonly instanceId: string | undefined;
}

/** A request and its response. Request data and response bodies with tokens are already redacted. */
export interface Entry {
  /** System time. */
  readonly startedAt: Millis;
  readonly endedAt: Millis;
  /** Clock of the world when the request arrived. */
  readonly clock: Clock;
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: unknown;
  readonly endpoint: RouteName | undefined;
  readonly snapshot: InstanceSnapshot | undefined;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The body as JSON text. It is redacted when it is read. */
  readonly responseText: string | undefined;
  /** The redacted body, if the text contains a token or the entry was restored. */
  readonly redactedResponse: unknown;
  readonly refusal: Refusal | undefined;
  /** Rules and readings in the form of the `X-Sim-Basis` header. */
  readonly basis: string;
  readonly fault: AppliedFault | undefined;
  readonly notices: readonly string[];
}

/** The requests of one world. The ring contains the latest requests; the tally counts all of them. */
export interface Journal {
  readonly ring: Ring<Entry>;
  readonly tally: Tally;
  /** Adds a request. For a start, pass the original body, of which only a hash is stored. */
  record(entry: Entry, startBody?: unknown): void;
  /** @returns A function that removes the listener. */
  watch(listener: (sequence: number, entry: Entry) => void): () => void;
  /** Deletes all entries. Numbering continues, so cursors stay valid. */
  clear(): void;
  /** Replaces all entries and counts. The entries are numbered from `first`, or later so that cursors stay valid. */
  restore(entries: readonly Entry[], first: number, counts: Counts): void;
}

/** The journals of all worlds. They live as long as the process. */
export interface Journals {
  of(world: string): Journal;
  /**
   * Calls `listener` for each new request of every world, including worlds that do not exist yet.
   *
   * @returns A function that removes the listener.
   */
  watch(listener: (world: string, sequence: number, entry: Entry) => void): () => void;
}

/** Creates the journals. Each contains the latest `size` requests. */
export function createJournals(size: number, onError?: ListenerErrorHandler): Journals {
  const journals = new Map<string, Journal>();
  const listeners = createListeners<[world: string, sequence: number, entry: Entry]>(onError);
  const open = (world: string): Journal => {
    const journal = createJournal(size, onError);
    journal.watch((sequence, entry) => listeners.call(world, sequence, entry));
    journals.set(world, journal);
    return journal;
  };
  return { of: (world) => journals.get(world) ?? open(world), watch: listeners.add };
}

function createJournal(size: number, onError: ListenerErrorHandler): Journal {
  const ring = createRing<Entry>(size);
  const tally = createTally();
  const repeatedStarts = createRepeatedStarts();
  const listeners = createListeners<[sequence: number, entry: Entry]>(onError);
  return {
    ring,
    tally,
    record: (recorded, startBody) => {
      const notices = startBody === undefined ? [] : repeatedStarts.notice(ring.last + 1, recorded, startBody);
      const entry = notices.length === 0 ? recorded : { ...recorded, notices };
      const sequence = ring.push(entry);
      tally.add(entry);
      listeners.call(sequence, entry);
    },
    watch: listeners.add,
    clear: () => {
      ring.clear();
      tally.clear();
      repeatedStarts.clear();
    },
    restore: (entries, first, counts) => {
      ring.clear(first - 1);
      for (const entry of entries) ring.push(entry);
      tally.restore(counts);
      repeatedStarts.clear();
    },
  };
}

/** A buffer of the latest entries, numbered from 1. */
export interface Ring<Entry> {
  /** Number of the latest entry; 0 before the first entry. */
  readonly last: number;
  /** Number of the oldest entry in the ring; `last + 1` if the ring is empty. */
  readonly first: number;
  push(entry: Entry): number;
  /** The entry with a number; undefined if it was dropped or does not exist yet. */
  at(number: number): Entry | undefined;
  /** Deletes all entries. Numbering continues, after `last` at the earliest. */
  clear(last?: number): void;
}

/** Creates a ring of a fixed size. */
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
    clear: (earliest = last) => {
      entries = [];
      last = Math.max(last, earliest);
      cleared = last;
    },
  };
}

/** How often requests covered each item, by item id. */
export interface Counts {
  readonly requests: number;
  readonly endpoints: ReadonlyMap<string, number>;
  readonly errors: ReadonlyMap<string, number>;
  readonly phases: ReadonlyMap<string, number>;
  readonly stages: ReadonlyMap<string, number>;
  /** Rules and readings. */
  readonly basis: ReadonlyMap<string, number>;
}

/** Counts requests, whether or not they are still in the ring. */
interface Tally {
  add(entry: Entry): void;
  counts(): Counts;
  clear(): void;
  /** Replaces all counts. */
  restore(counts: Counts): void;
}

const maxPending = 500;
type Totals = { [Field in Exclude<keyof Counts, "requests">]: Map<string, number> } & { requests: number };

/** Creates a tally. It first counts equal requests, because adding each id of a basis takes longer than a response. */
function createTally(): Tally {
  const pending = new Map<string, Equal[]>();
  let totals = toTotals(noCounts);
  const flush = () => {
    for (const equals of pending.values()) for (const each of equals) addTo(totals, each);
    pending.clear();
  };
  return {
    add: ({ endpoint, refusal, snapshot, basis }) => {
      const counted = { endpoint, error: refusal?.name, phase: snapshot?.phase, stages: snapshot?.stages ?? [], basis };
      const others = pending.get(basis) ?? [];
      const equal = others.find((other) => isEqual(other, counted));
      if (equal === undefined) pending.set(basis, [...others, { ...counted, times: 1 }]);
      else equal.times += 1;
      if (pending.size > maxPending) flush();
    },
    counts: () => {
      flush();
      return totals;
    },
    clear: () => {
      pending.clear();
      totals = toTotals(noCounts);
    },
    restore: (counts) => {
      pending.clear();
      totals = toTotals(counts);
    },
  };
}

const none: ReadonlyMap<string, number> = new Map();
const noCounts: Counts = { requests: 0, endpoints: none, errors: none, phases: none, stages: none, basis: none };

const toTotals = ({ requests, endpoints, errors, phases, stages, basis }: Counts): Totals => ({
  requests,
  endpoints: new Map(endpoints),
  errors: new Map(errors),
  phases: new Map(phases),
  stages: new Map(stages),
  basis: new Map(basis),
});

/** What a request adds to the counts. */
interface Counted {
  readonly endpoint: RouteName | undefined;
  readonly error: string | undefined;
  readonly phase: string | undefined;
  readonly stages: readonly string[];
  readonly basis: string;
}

interface Equal extends Counted {
  times: number;
}

const isEqual = (one: Counted, other: Counted): boolean =>
  one.endpoint === other.endpoint &&
  one.error === other.error &&
  one.phase === other.phase &&
  one.stages.join() === other.stages.join();

function addTo(totals: Totals, { endpoint, error, phase, stages, basis, times }: Equal): void {
  totals.requests += times;
  const add = (counts: Map<string, number>, ids: Iterable<string | undefined>) => {
    for (const id of ids) if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + times);
  };
  add(totals.endpoints, [endpoint]);
  add(totals.errors, [error]);
  add(totals.phases, [phase]);
  add(totals.stages, new Set(stages));
  add(totals.basis, basis === "" ? [] : basis.split(", "));
}

/** Detects a start that a client repeats because a fault damaged the first response. */
interface RepeatedStarts {
  notice(sequence: number, entry: Entry, startBody: unknown): readonly string[];
  clear(): void;
}

interface DamagedStart {
  readonly sequence: number;
  readonly instanceId: string;
  readonly hash: number;
  readonly damage: string;
}

const maxDamaged = 100;

/** Bodies are only hashed after a fault has damaged the response to a start. */
function createRepeatedStarts(): RepeatedStarts {
  let damaged: readonly DamagedStart[] = [];
  return {
    notice: (sequence, { snapshot, fault }, startBody) => {
      const damage = fault && describeDamage(fault.action);
      if (snapshot === undefined || (damaged.length === 0 && damage === undefined)) return [];
      const hash = draw(JSON.stringify(startBody));
      const earlier = damaged.find((start) => start.hash === hash);
      const { instanceId } = snapshot;
      if (damage !== undefined) damaged = [...damaged, { sequence, instanceId, hash, damage }].slice(-maxDamaged);
      if (earlier === undefined) return [];
      return [
        `This start repeats request ${earlier.sequence}, ${earlier.damage}. The client started two journeys: ${earlier.instanceId} and ${instanceId}.`,
      ];
    },
    clear: () => {
      damaged = [];
    },
  };
}

/** Describes how a fault damages the response to an applied request; undefined for any other fault. */
function describeDamage(action: FaultAction): string | undefined {
  if ("lose" in action) return action.lose === "answer" ? "whose response was lost" : undefined;
  if ("truncate" in action || "malform" in action || "contentType" in action) return "whose response was damaged";
  return "delay" in action || "slow" in action ? "whose response was delayed" : undefined;
}

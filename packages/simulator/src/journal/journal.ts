import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { faultActionOf, type Limits } from "@journey-kit/schemas/tables";
import type { Refusal } from "../engine/result.ts";
import type { Clock } from "../world/clock.ts";
import { estimateBytes } from "../world/estimate-bytes.ts";
import type { FaultAction } from "../world/fault.ts";
import { draw } from "../world/random.ts";
import type { Millis } from "../world/time.ts";

/** The state of an instance after a request. */
export interface InstanceSnapshot {
  readonly instanceId: string;
  readonly phase: string;
  /** Stages of the tasks of a v1 instance. Spec 3.3. */
  readonly stages: readonly string[];
}

export interface AppliedFault {
  readonly rule: string;
  readonly action: FaultAction;
  /** The existing instance with the id in the request, whether or not the request reached it. */
  readonly instanceId: string | undefined;
}

/** The stages of a v2 instance, and of a request without an instance. */
export const noStages: InstanceSnapshot["stages"] = [];

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
  readonly endpoint: EndpointName | undefined;
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

/** An entry with its number. The entries of a world are numbered from 1, in the order of their requests. */
export interface Numbered {
  readonly sequence: number;
  readonly entry: Entry;
}

export interface EntryQuery {
  /** Selects the earliest entries after this number; by default, the latest entries. */
  readonly after?: number | undefined;
  readonly limit: number;
  readonly endpoint?: string | undefined;
  readonly status?: number | undefined;
  readonly instance?: string | undefined;
}

/** The selected entries, oldest first. */
export interface EntryPage {
  readonly entries: readonly Numbered[];
  /** Number of the last entry that was examined. A query after this number continues this query. */
  readonly next: number;
  /** Number of entries after the cursor that are no longer stored. */
  readonly dropped: number;
}

export interface JournalLimits {
  /** Number of entries of each world. */
  readonly size: number;
  readonly limits: Pick<Limits, "worlds" | "journal-bytes" | "journals-bytes">;
}

/** The requests of all worlds. Each world stores its latest requests and counts all of them. */
export interface Journals {
  /** Adds a request. For a start, pass the original body, of which only a hash is stored. */
  record(world: string, entry: Entry, startBody?: unknown): void;
  find(world: string, query: EntryQuery): Promise<EntryPage>;
  /** Finds the last fault that hit a request about an instance, if it is still stored. */
  findLastFault(world: string, instanceId: string): Promise<Numbered | undefined>;
  counts(world: string): Promise<Counts>;
  /** Deletes all entries of a world. Numbering continues, so cursors stay valid. */
  clear(world: string): Promise<void>;
  /**
   * Replaces all entries and counts. The entries are numbered from `first`, or from a later number if the cursors of
   * readers would otherwise become invalid.
   */
  restore(world: string, entries: readonly Entry[], first: number, counts: Counts): Promise<void>;
  /**
   * Reports that a world was changed through its controls, or, if `world` is undefined, that a journey was published.
   */
  reportChange(world?: string): void;
  /**
   * Calls `listener` for each new request of every world and for each reported change.
   *
   * @returns A function that removes the listener.
   */
  watch(listener: JournalListener): () => void;
  /** Stores all pending requests and counts, and stops. */
  close(): Promise<void>;
}

/** Called with a world and its new request, or without a request to report a change. */
type JournalListener = (world: string | undefined, added: Numbered | undefined) => void;

/** The listeners of all journals. An error in one listener reaches neither the other listeners nor the caller. */
export interface Listeners {
  readonly size: number;
  /** @returns A function that removes the listener. */
  add(listener: JournalListener): () => void;
  readonly call: JournalListener;
}

/** Called with each error of a listener. Without a handler, the error is uncaught. */
export type ListenerErrorHandler = ((error: unknown) => void) | undefined;

export function createListeners(onError: ListenerErrorHandler = throwUncaught): Listeners {
  const listeners = new Set<JournalListener>();
  return {
    get size() {
      return listeners.size;
    },
    add: (listener) => {
      const own: JournalListener = (world, added) => listener(world, added); // so that a listener can be added twice
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    call: (world, added) => {
      for (const listener of listeners) {
        try {
          listener(world, added);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}

/** Throws an error outside of every caller. */
export const throwUncaught = (error: unknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** The instance that a request reached, or else the instance that the request names. */
export const instanceIdOf = ({ snapshot, fault }: Entry): string | undefined =>
  snapshot?.instanceId ?? fault?.instanceId;

export const isSelected = (entry: Entry, { endpoint, status, instance }: EntryQuery): boolean =>
  (endpoint === undefined || endpoint === entry.endpoint) &&
  (status === undefined || status === entry.status) &&
  (instance === undefined || instance === instanceIdOf(entry));

const entryBytes = 600;

/**
 * Estimates the bytes of an entry, because writing the entry as JSON would take longer than responding to a request.
 */
export const sizeOf = ({ requestBody, responseText = "" }: Entry): number =>
  entryBytes + 2 * responseText.length + estimateBytes(requestBody);

/** The parts of the counts that have an item for each id. The ids of `basis` are those of rules and readings. */
export const countedParts = ["endpoints", "errors", "phases", "stages", "basis"] as const;

type CountsOf<Items> = { readonly requests: number } & Readonly<Record<(typeof countedParts)[number], Items>>;

/** How often requests covered each item, by item id. */
export type Counts = CountsOf<ReadonlyMap<string, number>>;

export const createCounts = <Items>(
  requests: number,
  itemsOf: (part: (typeof countedParts)[number]) => Items,
): CountsOf<Items> => ({
  requests,
  endpoints: itemsOf("endpoints"),
  errors: itemsOf("errors"),
  phases: itemsOf("phases"),
  stages: itemsOf("stages"),
  basis: itemsOf("basis"),
});

/** Counts requests, whether or not they are still stored. */
export interface Tally {
  add(entry: Entry): void;
  merge(counts: Counts): void;
  counts(): Counts;
}

const maxPending = 500;
type Totals = CountsOf<Map<string, number>> & { requests: number };

/**
 * Creates a tally. Equal requests are first counted together, because counting every id of a basis takes longer than
 * responding to a request.
 */
export function createTally(): Tally {
  const pending = new Map<string, Equal[]>();
  const totals = createTotals();
  const flush = () => {
    for (const equals of pending.values()) for (const each of equals) addTo(totals, each);
    pending.clear();
  };
  return {
    add: (entry) => {
      const known = pending.get(entry.basis) ?? [];
      for (const each of known) {
        if (!isCountedEqually(each, entry)) continue;
        each.times += 1;
        return;
      }
      pending.set(entry.basis, [...known, { ...countedOf(entry), times: 1 }]);
      if (pending.size > maxPending) flush();
    },
    merge: (counts) => {
      totals.requests += counts.requests;
      for (const part of countedParts)
        for (const [id, times] of counts[part]) totals[part].set(id, (totals[part].get(id) ?? 0) + times);
    },
    counts: () => {
      flush();
      return createCounts(totals.requests, (part) => new Map(totals[part]));
    },
  };
}

const createTotals = (): Totals => createCounts(0, () => new Map<string, number>());

interface Counted {
  readonly endpoint: EndpointName | undefined;
  readonly error: string | undefined;
  readonly phase: string | undefined;
  readonly stages: readonly string[];
  readonly basis: string;
}

interface Equal extends Counted {
  times: number;
}

const countedOf = ({ endpoint, refusal, snapshot, basis }: Entry): Counted => ({
  endpoint,
  error: refusal?.name,
  phase: snapshot?.phase,
  stages: snapshot?.stages ?? noStages,
  basis,
});

/** Whether an entry adds the same to the counts, apart from its basis. Creates nothing, because every request is counted. */
function isCountedEqually(
  { endpoint, error, phase, stages }: Counted,
  { endpoint: other, refusal, snapshot }: Entry,
): boolean {
  if (endpoint !== other || error !== refusal?.name || phase !== snapshot?.phase) return false;
  const others = snapshot?.stages ?? noStages;
  return stages === others || stages.join() === others.join();
}

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
export interface RepeatedStarts {
  /**
   * Examines a start.
   *
   * @returns A function that returns the notices of the start, to be called once the number of the request is known;
   * undefined if there are no notices.
   */
  examine(entry: Entry, startBody: unknown): ((sequence: number) => readonly string[]) | undefined;
  clear(): void;
}

interface DamagedStart {
  readonly sequence: number;
  readonly instanceId: string;
  readonly hash: number;
  readonly damage: string;
}

const maxDamaged = 100;

/** Creates the detector for one world. Bodies are only hashed after a fault has damaged the response to a start. */
export function createRepeatedStarts(): RepeatedStarts {
  let damaged: readonly DamagedStart[] = [];
  let isExamining = false;
  return {
    examine: ({ snapshot, fault }, startBody) => {
      const damage = fault && describeDamage(fault.action);
      if (snapshot === undefined || (!isExamining && damage === undefined)) return undefined;
      isExamining = true;
      const hash = draw(JSON.stringify(startBody));
      const { instanceId } = snapshot;
      return (sequence) => {
        const earlier = damaged.find((start) => start.hash === hash);
        if (damage !== undefined) damaged = [...damaged, { sequence, instanceId, hash, damage }].slice(-maxDamaged);
        if (earlier === undefined) return [];
        return [
          `This start repeats request ${earlier.sequence}, ${earlier.damage}. The client started two journeys: ${earlier.instanceId} and ${instanceId}.`,
        ];
      };
    },
    clear: () => {
      damaged = [];
      isExamining = false;
    },
  };
}

/** Describes how a fault damages the response to a request that was executed; undefined for any other fault. */
function describeDamage(action: FaultAction): string | undefined {
  const { changes, response } = faultActionOf(action);
  return changes === "response" && response !== undefined ? `whose response was ${response}` : undefined;
}

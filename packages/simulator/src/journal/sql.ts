import {
  type Columns,
  createQuery,
  type Database,
  fromKey,
  isReported,
  parseColumn,
  rethrowTimeout,
  type Statement,
  sql,
  toKey,
  UnavailableError,
} from "../database/database.ts";
import { createCache } from "../world/cache.ts";
import type { Millis } from "../world/time.ts";
import {
  type Counts,
  countedParts,
  createCounts,
  createListeners,
  createRepeatedStarts,
  createTally,
  type Entry,
  type EntryPage,
  instanceIdOf,
  type JournalLimits,
  type Journals,
  type ListenerErrorHandler,
  type Numbered,
  type RepeatedStarts,
  sizeOf,
  type Tally,
} from "./journal.ts";

/** Milliseconds between two writes, and between two searches for requests that other replicas wrote. */
const workInterval: Millis = 250;

/**
 * Milliseconds for which a world is still searched after its last change. The time is long, because the clocks of
 * replicas may differ.
 */
const searchedTime: Millis = 60_000;

/** Milliseconds between two writes of counts. */
const tallyInterval: Millis = 2_000;

/** A recorded request that is not stored yet. */
interface Pending {
  readonly entry: Entry;
  readonly toNotices: ((sequence: number) => readonly string[]) | undefined;
  readonly bytes: number;
}

/**
 * Creates journals in a database. Requests are written in batches, so the last quarter of a second can be lost if the
 * process ends. While the database is unreachable, requests wait, up to the limit `journals-bytes`. If a connection
 * breaks during a write, the batch can be written twice. The database numbers the requests of all replicas.
 */
export function createSqlJournals(
  database: Database,
  { size, limits }: JournalLimits,
  onError: ListenerErrorHandler = () => undefined,
): Journals {
  const pending = new Map<string, Pending[]>();
  const changed = new Set<string>();
  const repeatedStarts = createCache<RepeatedStarts>(limits.worlds);
  const listeners = createListeners(onError);
  const tallies = new Map<string, Tally>();
  let talliedAt = 0;
  let isTallyDue = false;
  let pendingBytes = 0;
  let seen: Map<string, Position> | undefined; // set while there is a listener
  let working: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const query = createQuery(database);

  const tallyOf = (key: string): Tally => {
    const tally = tallies.get(key) ?? createTally();
    tallies.set(key, tally);
    return tally;
  };
  /** Adds the notices of starts, once, because a start that was examined again would repeat itself. */
  const addNotices = async (key: string, batch: Pending[], length: number): Promise<void> => {
    const added = batch.slice(0, length);
    if (added.every(({ toNotices }) => toNotices === undefined)) return;
    const [row] = await query`select last from journal where world = ${key}`;
    const before = Number(row?.last ?? 0);
    for (const [i, { entry, toNotices, bytes }] of added.entries()) {
      const notices = toNotices?.(before + i + 1) ?? [];
      batch[i] = { entry: notices.length === 0 ? entry : { ...entry, notices }, toNotices: undefined, bytes };
    }
  };
  /** Stores the pending requests of a world. More can arrive meanwhile. */
  const store = async (key: string, batch: Pending[]): Promise<void> => {
    const { length } = batch;
    await addNotices(key, batch, length);
    const remove = () => {
      for (const { bytes } of batch.splice(0, length)) pendingBytes -= bytes;
      if (batch.length === 0) pending.delete(key);
    };
    const entries = batch.slice(0, length).map(({ entry }) => entry);
    await database.commit(appendEntries(key, entries, size)).catch((error: unknown) => {
      if (!(error instanceof UnavailableError)) remove(); // so that they do not block later requests
      throw error;
    });
    remove();
  };
  const storeTallies = async (): Promise<void> => {
    for (const [key, tally] of [...tallies]) {
      tallies.delete(key);
      const counts = tally.counts();
      await orKeep(database.commit(addCounts(key, counts)), () => tallyOf(key).merge(counts));
    }
    talliedAt = Date.now();
  };
  const flush = async (): Promise<void> => {
    for (const [key, batch] of [...pending]) await store(key, batch);
    for (const key of [...changed]) {
      changed.delete(key);
      await orKeep(database.query(addChange(key)), () => changed.add(key));
    }
    const isDue = isTallyDue;
    isTallyDue = false;
    if (isDue || Date.now() - talliedAt > tallyInterval) await storeTallies();
  };
  const readPositions = async (): Promise<Map<string, Position>> => {
    const rows = await query`select world, last, changes from journal`;
    return new Map(rows.map((row) => [String(row.world), parsePosition(row)]));
  };
  const search = async (): Promise<void> => {
    const positions = seen; // the last listener can be removed meanwhile
    if (positions === undefined) return;
    const since = Date.now() - searchedTime;
    for (const row of await query`select world, last, changes from journal where changed_at >= ${since}`) {
      const key = String(row.world);
      const position = parsePosition(row);
      const known = positions.get(key) ?? { last: 0, changes: 0 };
      positions.set(key, position);
      const world = key === "" ? undefined : fromKey(key);
      if (position.changes > known.changes) listeners.call(world, undefined);
      if (position.last <= known.last) continue;
      const added = await query`select sequence, entry from entry
        where world = ${key} and sequence > ${known.last} and sequence <= ${position.last} order by sequence`;
      for (const one of added) listeners.call(world, parseNumbered(one));
    }
  };
  /** Writes and searches once, after any work that is already in progress. */
  const work = async (): Promise<void> => {
    await working?.catch(rethrowTimeout); // the caller of that work receives any other error
    working ??= (async () => {
      try {
        if (listeners.size > 0 && seen === undefined) {
          const positions = await readPositions(); // before storing what a new listener receives
          if (listeners.size > 0) seen = positions;
        }
        await flush();
        await search();
      } finally {
        working = undefined;
      }
    })();
    return working;
  };
  const workInBackground = (): void => {
    work()
      .catch((error) => {
        if (isReported(error)) onError(error);
      })
      .finally(() => {
        if (listeners.size + tallies.size + pending.size + changed.size > 0) schedule();
      });
  };
  const schedule = (): void => {
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      workInBackground();
    }, workInterval);
  };

  return {
    record: (world, entry, startBody) => {
      const key = toKey(world);
      const starts = repeatedStarts.get(key) ?? createRepeatedStarts();
      repeatedStarts.set(key, starts);
      if (tallies.has(key) || tallies.size < limits.worlds) tallyOf(key).add(entry);
      const toNotices = startBody === undefined ? undefined : starts.examine(entry, startBody);
      const bytes = sizeOf(entry);
      if (pendingBytes + bytes <= limits["journals-bytes"]) {
        const batch = pending.get(key) ?? [];
        batch.push({ entry, toNotices, bytes });
        pending.set(key, batch);
        pendingBytes += bytes;
      }
      schedule();
    },
    find: async (world, { after, limit, endpoint, status, instance }): Promise<EntryPage> => {
      await work();
      const key = toKey(world);
      const [row] = await query`select first, last from journal where world = ${key}`;
      const [first, last] = [Number(row?.first ?? 1), Number(row?.last ?? 0)];
      const cursor = Math.min(after ?? 0, last);
      const from = Math.max(cursor + 1, first);
      const most = Math.min(limit, Number.MAX_SAFE_INTEGER);
      const isLatest = after === undefined;
      const found = await database.query({
        text: `select sequence, entry from entry where world = $1 and sequence >= $2 and sequence <= $3
          and ($4 = '' or endpoint = $4) and ($5 = 0 or status = $5) and ($6 = '' or instance = $6)
          order by sequence ${isLatest ? "desc" : "asc"} limit $7`,
        values: [key, from, last, endpoint ?? "", status ?? 0, toKey(instance ?? ""), most],
      });
      const entries = (isLatest ? found.toReversed() : found).map(parseNumbered);
      const next =
        isLatest || entries.length < limit ? Math.max(last, from - 1) : (entries.at(-1)?.sequence ?? from - 1);
      return { entries, next, dropped: from - cursor - 1 };
    },
    findLastFault: async (world, instanceId) => {
      await work();
      const [row] = await query`select sequence, entry from entry
        where world = ${toKey(world)} and instance = ${toKey(instanceId)} and fault is not null and endpoint is not null
        order by sequence desc limit 1`;
      return row && parseNumbered(row);
    },
    counts: async (world) => {
      isTallyDue = true;
      await work();
      return parseCounts(await query`select part, id, times from tally where world = ${toKey(world)}`);
    },
    clear: async (world) => {
      isTallyDue = true; // so that earlier counts are stored, then cleared
      await work();
      const key = toKey(world);
      repeatedStarts.get(key)?.clear();
      await database.commit([
        sql`update journal set first = last + 1 where world = ${key}`,
        sql`delete from entry where world = ${key}`,
        sql`delete from tally where world = ${key}`,
      ]);
    },
    restore: async (world, entries, first, counts) => {
      isTallyDue = true;
      await work();
      const key = toKey(world);
      repeatedStarts.get(key)?.clear();
      await database.commit([
        sql`insert into journal (world, first, last, changes, changed_at)
          values (${key}, ${first}, ${first - 1}, 0, ${Date.now()}) on conflict (world) do update
          set last = case when journal.last < ${first - 1} then ${first - 1} else journal.last end`,
        sql`update journal set first = last + 1 where world = ${key}`,
        sql`delete from entry where world = ${key}`,
        sql`delete from tally where world = ${key}`,
        ...addCounts(key, counts),
      ]);
      if (entries.length > 0) await database.commit(appendEntries(key, entries, size));
    },
    reportChange: (world) => {
      changed.add(world === undefined ? "" : toKey(world));
      schedule();
    },
    watch: (listener) => {
      const remove = listeners.add(listener);
      workInBackground(); // reads the positions before another replica stores later requests
      return () => {
        remove();
        if (listeners.size === 0) seen = undefined;
      };
    },
    close: async () => {
      isClosed = true;
      isTallyDue = true;
      clearTimeout(timer);
      await work();
    },
  };
}

/** Waits for a write. If the database cannot be reached, `keep` puts back what was to be written. */
async function orKeep(write: Promise<unknown>, keep: () => void): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (error instanceof UnavailableError) keep();
    throw error;
  }
}

/** How much of a journal a listener has received. */
interface Position {
  readonly last: number;
  readonly changes: number;
}

const parsePosition = ({ last, changes }: Columns): Position => ({ last: Number(last), changes: Number(changes) });

const parseNumbered = ({ sequence, entry }: Columns): Numbered => ({
  sequence: Number(sequence),
  entry: parseColumn(entry),
});

/**
 * Numbers and inserts entries, and deletes the oldest. The transaction locks the counter of the numbers, so no reader
 * misses an entry.
 */
function appendEntries(key: string, entries: readonly Entry[], size: number): readonly [Statement, ...Statement[]] {
  const { length } = entries;
  const kept = size === 0 ? [] : entries.slice(-size);
  return [
    sql`insert into journal (world, first, last, changes, changed_at) values (${key}, 1, ${length}, 0, ${Date.now()})
      on conflict (world) do update set last = journal.last + ${length}, changed_at = excluded.changed_at`,
    ...kept.map((entry, i) => insertEntry(key, kept.length - 1 - i, entry)),
    sql`update journal set first = last - ${size} + 1 where world = ${key} and last - first >= ${size}`,
    sql`delete from entry where world = ${key} and sequence < (select first from journal where world = ${key})`,
  ];
}

/** @param later Number of later entries in the batch. */
const insertEntry = (key: string, later: number, entry: Entry): Statement => {
  const instance = instanceIdOf(entry);
  const id = instance === undefined ? null : toKey(instance);
  return sql`insert into entry (world, sequence, endpoint, status, instance, fault, entry)
    select world, last - cast(${later} as bigint), cast(${entry.endpoint} as text), cast(${entry.status} as bigint),
      cast(${id} as text), cast(${entry.fault?.rule} as text), cast(${JSON.stringify(entry)} as text)
    from journal where world = ${key}`;
};

const addChange = (key: string): Statement =>
  sql`insert into journal (world, first, last, changes, changed_at) values (${key}, 1, 0, 1, ${Date.now()})
    on conflict (world) do update set changes = journal.changes + 1, changed_at = excluded.changed_at`;

/** Counts that one statement adds. A statement has at most 100 parameters in a Durable Object. */
const countsPerStatement = 25;

/** Adds counts to those of a world. The ids are sorted, so that replicas cannot deadlock. */
function addCounts(key: string, counts: Counts): readonly [Statement, ...Statement[]] {
  const rows = countedParts.flatMap((part) => [...counts[part]].map(([id, times]) => [key, part, id, times] as const));
  const all = [[key, "requests", "", counts.requests] as const, ...rows].toSorted(
    ([, one, oneId], [, other, otherId]) => (`${one} ${oneId}` < `${other} ${otherId}` ? -1 : 1),
  );
  const add = (some: typeof all): Statement => {
    const tuples = some.map((_, i) => `($${4 * i + 1}, $${4 * i + 2}, $${4 * i + 3}, $${4 * i + 4})`);
    return {
      text: `insert into tally (world, part, id, times) values ${tuples.join(", ")}
        on conflict (world, part, id) do update set times = tally.times + excluded.times`,
      values: some.flat(),
    };
  };
  const more: Statement[] = [];
  for (let i = countsPerStatement; i < all.length; i += countsPerStatement)
    more.push(add(all.slice(i, i + countsPerStatement)));
  return [add(all.slice(0, countsPerStatement)), ...more];
}

function parseCounts(rows: readonly Columns[]): Counts {
  const itemsOf = (part: string) =>
    new Map(rows.filter((row) => row.part === part).map(({ id, times }) => [String(id), Number(times)]));
  return createCounts(itemsOf("requests").get("") ?? 0, itemsOf);
}

import {
  type Columns,
  createQuery,
  createTurns,
  type Database,
  fromKey,
  makeVersion,
  parseColumn,
  retry,
  sql,
  toKey,
  type Versioned,
} from "../database/database.ts";
import { type InstanceRecord, settleAt } from "../engine/commands.ts";
import type { EarlierRuns } from "../engine/instance.ts";
import { exceeds } from "../engine/refusal-error.ts";
import { addRuns, countRuns, noRuns } from "../engine/subject.ts";
import { createCache } from "../world/cache.ts";
import { countStart, noCounters } from "../world/counters.ts";
import type { Millis } from "../world/time.ts";
import { insertInstance, type Records, readCounters, readLog, writeCounters } from "./records.ts";
import type { SqlWorlds } from "./sql-worlds.ts";
import type { Store, StoreLimits } from "./store.ts";

/** The methods of a store that are about instances, and the counters that their starts change. */
type InstanceMethods =
  | "counters"
  | "updateCounters"
  | "findWorld"
  | "read"
  | "log"
  | "list"
  | "start"
  | "update"
  | "remove";

const cacheSize = 10_000;

/** How many finished instances are deleted at a time. */
const batchSize = 100;

/** Creates the part of a store that is about instances. */
export function createSqlInstances(
  database: Database,
  records: Records,
  worlds: SqlWorlds,
  limits: Pick<StoreLimits, "instances">,
): Pick<Store, InstanceMethods> {
  const recordsById = createCache<Versioned<InstanceRecord>>(cacheSize);
  const inTurn = createTurns();
  const query = createQuery(database);

  const toRecord = async (
    key: string,
    columns: Columns,
    known = recordsById.get(key),
  ): Promise<Versioned<InstanceRecord>> => {
    if (known !== undefined && known.version === columns.version) return known;
    const current = { version: String(columns.version), content: await records.read(columns) };
    recordsById.set(key, current);
    return current;
  };
  /** Reads what a start needs: the settings and the counters of the world. */
  const readForStart = async (key: string) => {
    const known = worlds.known(key);
    const [row] =
      await query`select w.version, case when w.version = ${known?.version} then null else w.settings end as settings,
          c.version as counted, c.counters, c.instances
        from world w join counter c on c.world = w.id where w.id = ${key}`;
    return row && { settings: worlds.toSettings(key, row, known).content, counters: readCounters(row.counters), row };
  };
  /** Reads what an update needs: the instance, its version and the settings of its world. */
  const readForUpdate = async (key: string, id: string) => {
    const [knownSettings, known] = [worlds.known(key), recordsById.get(`${key}\n${id}`)];
    const [row] = await query`select w.version as configured,
          case when w.version = ${knownSettings?.version} then null else w.settings end as settings,
          i.version, i.terms, case when i.version = ${known?.version} then null else i.instance end as instance
        from instance i join world w on w.id = i.world where i.world = ${key} and i.id = ${id}`;
    if (row === undefined) return undefined;
    const { content: settings } = worlds.toSettings(key, { ...row, version: row.configured ?? "" }, knownSettings);
    const { version, content: record } = await toRecord(`${key}\n${id}`, row, known);
    return { settings, version, record };
  };
  const countEarlierRuns = async (
    key: string,
    person: string | undefined,
    id: string,
    now: Millis,
  ): Promise<EarlierRuns> => {
    if (person === undefined) return noRuns;
    const [counted, scheduled] = await Promise.all([
      query`select runs, count(*) as times from instance
        where world = ${key} and person = ${toKey(person)} and id <> ${id} and runs is not null group by runs`,
      query`select id, version, terms, instance from instance
        where world = ${key} and person = ${toKey(person)} and id <> ${id} and runs is null`,
    ]);
    let runs = noRuns;
    for (const row of counted) {
      const each: EarlierRuns = parseColumn(row.runs);
      runs = addRuns(runs, Object.fromEntries(Object.entries(each).map(([name, n]) => [name, n * Number(row.times)])));
    }
    const settled = scheduled.map(async (row) => settleAt((await toRecord(`${key}\n${row.id}`, row)).content, now));
    return addRuns(runs, countRuns((await Promise.all(settled)).map(({ instance }) => instance)));
  };

  /** Deletes the oldest finished instances of a full world, at the time `now` of that world. */
  const deleteFinished = async (key: string, now: Millis): Promise<boolean> => {
    const finished = await query`select id, ordinal from instance
      where world = ${key} and ends_at <= ${now} order by ordinal limit ${batchSize}`;
    for (const row of finished) await deleteInstance(database, key, row);
    return finished.length > 0;
  };

  return {
    counters: async (world) => {
      const [row] = await query`select counters, instances from counter where world = ${toKey(world)}`;
      if (row === undefined) return { ...noCounters, instances: 0 };
      return { ...readCounters(row.counters), instances: Number(row.instances) };
    },
    updateCounters: (world, change) => {
      const key = toKey(world);
      return inTurn(key, async () => {
        const [, value] = await retry(async () => {
          const [row] = await query`select version, counters from counter where world = ${key}`;
          const changed = change(row === undefined ? noCounters : readCounters(row.counters));
          if (row === undefined) return worlds.enterFirst(key);
          const stored = await query`update counter
            set version = ${makeVersion()}, counters = ${writeCounters(changed[0])}
            where world = ${key} and version = ${row.version} returning world`;
          return stored.length === 1 ? changed : undefined;
        });
        return value;
      });
    },
    read: async (world, id) => {
      const [key, instance] = [toKey(world), toKey(id)];
      const known = recordsById.get(`${key}\n${instance}`);
      const [row] =
        await query`select version, terms, case when version = ${known?.version} then null else instance end as instance
          from instance where world = ${key} and id = ${instance}`;
      return row && (await toRecord(`${key}\n${instance}`, row, known)).content;
    },
    start: (world, { person, now }, start) => {
      const key = toKey(world);
      return inTurn(key, () =>
        retry(async () => {
          const read = await readForStart(key);
          const settings = read?.settings ?? (await worlds.newSettings());
          const { ordinal, armed } = read?.counters ?? noCounters;
          const result = start({
            settings,
            ordinal: ordinal + 1,
            armed: armed[0]?.scenario,
            earlierRuns: await countEarlierRuns(key, person, "", now),
          });
          if (!result.ok || result.value.command === undefined) return result;
          if (read === undefined) return worlds.enterFirst(key);
          const { row, counters } = read;
          if (Number(row.instances) >= limits.instances) {
            if (await deleteFinished(key, now)) return undefined;
            throw exceeds("instances", limits.instances);
          }
          const { record, command, consumesArmed } = result.value;
          const isStored = await database.commit([
            sql`update counter set version = ${makeVersion()}, instances = instances + 1,
                counters = ${writeCounters(countStart(counters, consumesArmed))}
              where world = ${key} and version = ${row.counted}`,
            ...records.insertParts(record.terms),
            insertInstance(key, records.toColumns(record), [command]),
          ]);
          if (isStored) records.confirmParts(record.terms);
          return isStored ? result : undefined;
        }),
      );
    },
    update: async (world, id, now, prepare) => {
      const [key, instance] = [toKey(world), toKey(id)];
      const result = await retry(async () => {
        const read = await readForUpdate(key, instance);
        if (read === undefined) return "unknown";
        const { settings, version, record } = read;
        const { person, change } = prepare(record, settings);
        const changed = change(await countEarlierRuns(key, person, instance, now));
        if (!changed.ok || changed.value.command === undefined) return changed;
        const columns = records.toColumns(changed.value.record);
        const stored = await query`update instance
          set version = ${makeVersion()}, instance = ${columns.instance}, log = log || ${`\n${JSON.stringify(changed.value.command)}`},
            person = ${columns.person}, runs = ${columns.runs}, phase = ${columns.phase}, ends_at = ${columns.endsAt}
          where world = ${key} and id = ${instance} and version = ${version} returning id`;
        return stored.length === 1 ? changed : undefined;
      });
      return result === "unknown" ? undefined : result;
    },
    log: async (world, id) => {
      const [row] = await query`select log from instance where world = ${toKey(world)} and id = ${toKey(id)}`;
      return row && readLog(row.log);
    },
    remove: async (world, id) => {
      const key = toKey(world);
      const [row] = await query`select id, ordinal from instance where world = ${key} and id = ${toKey(id)}`;
      if (row !== undefined) await deleteInstance(database, key, row);
    },
    findWorld: async (id) => {
      const [row] = await query`select w.id from instance i join world w on w.id = i.world
        where i.id = ${toKey(id)} order by w.position limit 1`;
      return row && fromKey(row.id);
    },
    list: async (world) => {
      const key = toKey(world);
      const rows = await query`select terms, instance from instance where world = ${key} order by ordinal`;
      return records.readAll(rows);
    },
  };
}

/** Deletes an instance and its fault counters. */
const deleteInstance = (database: Database, key: string, { id, ordinal }: Columns): Promise<boolean> =>
  database.commit([
    sql`delete from instance where world = ${key} and id = ${id} and ordinal = ${ordinal}`,
    sql`delete from fault_count where world = ${key} and ordinal = ${ordinal}`,
    sql`update counter set instances = instances - 1 where world = ${key}`,
  ]);

import {
  createQuery,
  createTurns,
  type Database,
  fromKey,
  parseColumn,
  retry,
  sql,
  toKey,
} from "../database/database.ts";
import { type FaultHit, ordinalOf } from "../world/fault.ts";
import type { Pause } from "../world/steps.ts";
import { createRecords } from "./records.ts";
import { createSqlInstances } from "./sql-instances.ts";
import { createSqlStates } from "./sql-states.ts";
import { createSqlWorlds } from "./sql-worlds.ts";
import { maxHits, noCounts, type PublishedJourney, type Settings, type Store, type StoreLimits } from "./store.ts";

/**
 * Creates a store in a database. A change reads a row, computes the next state, and stores this state only if the
 * version of the row has not changed. Otherwise the change starts again, so no transaction waits for a caller. New
 * worlds start with `initial` settings.
 */
export function createSqlStore(
  database: Database,
  initial: () => Settings,
  limits: StoreLimits,
  pause: Pause = async () => undefined,
): Store {
  const records = createRecords(database, pause);
  const worlds = createSqlWorlds(database, initial, limits);
  const query = createQuery(database);
  const inTurn = createTurns();

  return {
    settings: async (world) => (await worlds.read(toKey(world)))?.content ?? worlds.newSettings(),
    configure: (world, change) =>
      retry(async () => {
        const key = toKey(world);
        const current = await worlds.read(key);
        const old = current?.content ?? (await worlds.newSettings());
        const settings = change(old);
        if (current === undefined) return worlds.enterFirst(key);
        if (settings === old) return old;
        const clearing = [
          sql`update ledger set hits = 0 where world = ${key}`,
          sql`delete from fault_count where world = ${key}`,
          sql`delete from hit where world = ${key}`,
        ];
        const isStored = await database.commit([
          worlds.replaceSettings(key, current, settings),
          ...(settings.faults === old.faults ? [] : clearing),
        ]);
        return isStored ? settings : undefined;
      }),
    worlds: async () => (await query`select id from world order by position`).map(({ id }) => fromKey(id)),
    ...createSqlInstances(database, records, worlds, limits),
    ...createSqlStates(database, records, worlds, initial, limits),
    applyFault: (world, counters, decide) => {
      const key = toKey(world);
      return inTurn(key, () =>
        retry(async () => {
          const counts = new Map<string, number>();
          for (const counter of new Set(counters)) {
            const [row] = await query`insert into fault_count (world, ordinal, counter, times)
                select world, cast(${ordinalOf(counter)} as bigint), cast(${toKey(counter)} as text), 1
                from ledger where world = ${key}
                on conflict (world, ordinal, counter) do update set times = fault_count.times + 1 returning times`;
            if (row === undefined) return worlds.enterFirst(key);
            counts.set(counter, Number(row.times));
          }
          const hit = decide(counts);
          if (hit === undefined) return { hit };
          const isStored = await database.commit([
            sql`update ledger set hits = hits + 1 where world = ${key}`,
            sql`insert into hit (world, number, hit)
                select world, hits, cast(${JSON.stringify(hit)} as text) from ledger where world = ${key}`,
            sql`delete from hit where world = ${key}
                and number <= (select hits - cast(${maxHits} as bigint) from ledger where world = ${key})`,
          ]);
          return isStored ? { hit } : worlds.enterFirst(key);
        }),
      ).then(({ hit }) => hit);
    },
    faultHits: async (world) => {
      const rows = await query`select hit from hit where world = ${toKey(world)} order by number desc limit ${maxHits}`;
      return rows.map(({ hit }): FaultHit => parseColumn(hit)).toReversed();
    },
    publish: async (published) => {
      const stored = await query`insert into journey (number, journey)
        values (${published.number}, ${JSON.stringify(published)}) on conflict (number) do nothing returning number`;
      return stored.length === 1;
    },
    published: async (after) =>
      (await query`select journey from journey where number > ${after} order by number`).map(
        ({ journey }): PublishedJourney => parseColumn(journey),
      ),
    check: database.check,
    count: async () => {
      const [[worlds] = [], phases = []] = await database.read([
        sql`select count(*) as worlds from world`,
        sql`select phase, count(*) as instances from instance group by phase`,
      ]);
      const instances = Object.fromEntries(phases.map(({ phase, instances: n }) => [String(phase), Number(n)]));
      return { worlds: Number(worlds?.worlds), instances: { ...noCounts, ...instances } };
    },
  };
}

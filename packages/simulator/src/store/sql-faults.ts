import { createQuery, type Database, parseColumn, sql, toKey } from "../database/database.ts";
import { type FaultHit, ordinalOf } from "../world/fault.ts";
import { createTurns, retry } from "./changes.ts";
import type { SqlWorlds } from "./sql-worlds.ts";
import { maxHits, type Store } from "./store.ts";

/** Creates the part of a store that is about planned faults. */
export function createSqlFaults(
  database: Database,
  worlds: SqlWorlds,
): Pick<Store, "plan" | "applyFault" | "faultHits"> {
  const inTurn = createTurns();
  const query = createQuery(database);

  return {
    plan: (world, faults) =>
      retry(async () => {
        const key = toKey(world);
        const current = await worlds.enter(key);
        const isStored = await database.commit([
          worlds.replaceSettings(key, current, { ...current.content, faults }),
          sql`update ledger set hits = 0 where world = ${key}`,
          sql`delete from fault_count where world = ${key}`,
          sql`delete from hit where world = ${key}`,
        ]);
        return isStored ? true : undefined;
      }).then(() => undefined),
    applyFault: (world, counters, decide) => {
      const key = toKey(world);
      return inTurn(`${key}\nfaults`, () =>
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
  };
}

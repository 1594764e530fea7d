import {
  createQuery,
  createTurns,
  type Database,
  fromKey,
  makeVersion,
  parseColumn,
  retry,
  type Statement,
  sql,
  toKey,
} from "../database/database.ts";
import { exceeds } from "../engine/refusal-error.ts";
import { withoutWindow } from "../world/counters.ts";
import { type FaultHit, ordinalOf } from "../world/fault.ts";
import { toIso } from "../world/time.ts";
import { insertInstance, type Records, readCounters, writeCounters } from "./records.ts";
import type { SqlWorlds } from "./sql-worlds.ts";
import {
  emptyState,
  maxHits,
  type Settings,
  type Store,
  type StoredInstance,
  type StoreLimits,
  type WorldState,
} from "./store.ts";

/** The methods of a store that read or replace the whole state of a world. */
type StateMethods =
  | "state"
  | "replace"
  | "reset"
  | "saveCheckpoint"
  | "checkpoint"
  | "checkpoints"
  | "removeCheckpoint";

/** Creates the part of a store that reads and replaces whole worlds. A reset world starts with `initial` settings. */
export function createSqlStates(
  database: Database,
  records: Records,
  worlds: SqlWorlds,
  initial: () => Settings,
  limits: Pick<StoreLimits, "instances" | "checkpoints">,
): Pick<Store, StateMethods> {
  const inTurn = createTurns();
  const query = createQuery(database);

  const stateOf = async (key: string): Promise<WorldState> => {
    const all = (text: string): Statement => ({ text, values: [key] });
    const [[world] = [], [counter] = [], rows = [], counts = [], hits = []] = await database.read([
      all("select version, settings from world where id = $1"),
      all("select counters from counter where world = $1"),
      all("select terms, instance, log from instance where world = $1 order by ordinal"),
      all("select counter, times from fault_count where world = $1"),
      all("select hit from hit where world = $1 order by number"),
    ]);
    if (world === undefined || counter === undefined) return emptyState(await worlds.newSettings());
    return {
      settings: worlds.toSettings(key, world, undefined).content,
      counters: readCounters(counter.counters),
      rows: await records.readRows(rows),
      faults: {
        counts: new Map(counts.map((row) => [fromKey(row.counter), Number(row.times)])),
        hits: hits.slice(-maxHits).map(({ hit }): FaultHit => parseColumn(hit)),
      },
    };
  };
  /** The statements that replace everything in a world except its settings and checkpoints. */
  const fill = (key: string, state: WorldState): readonly Statement[] => {
    const { rows, faults } = state;
    return [
      ...["instance", "fault_count", "hit"].map((table) => ({
        text: `delete from ${table} where world = $1`,
        values: [key],
      })),
      sql`update counter set version = ${makeVersion()}, counters = ${writeCounters(withoutWindow(state.counters))},
      instances = ${rows.length} where world = ${key}`,
      sql`update ledger set hits = ${faults.hits.length} where world = ${key}`,
      ...distinctTerms(rows).flatMap(records.insertParts),
      ...rows.map(({ record, log }) => insertInstance(key, records.toColumns(record), log)),
      ...[...faults.counts].map(
        ([counter, times]) =>
          sql`insert into fault_count (world, ordinal, counter, times)
          values (${key}, ${ordinalOf(counter)}, ${toKey(counter)}, ${times})`,
      ),
      ...faults.hits.map(
        (hit, i) => sql`insert into hit (world, number, hit) values (${key}, ${i + 1}, ${JSON.stringify(hit)})`,
      ),
    ];
  };

  return {
    state: (world) => stateOf(toKey(world)),
    replace: async (world, state) => {
      if (state.rows.length > limits.instances) throw exceeds("instances", limits.instances);
      const key = toKey(world);
      await retry(async () => {
        const current = await worlds.enter(key);
        const { epoch } = current.content;
        const settings = worlds.replaceSettings(key, current, { ...state.settings, epoch });
        return (await database.commit([settings, ...fill(key, state)])) ? true : undefined;
      });
    },
    reset: (world) =>
      retry(async () => {
        const key = toKey(world);
        const current = await worlds.read(key);
        if (current === undefined) return true;
        const settings = { ...initial(), epoch: current.content.epoch + 1 };
        const statements = fill(key, emptyState(settings));
        return (await database.commit([worlds.replaceSettings(key, current, settings), ...statements]))
          ? true
          : undefined;
      }).then(() => undefined),
    saveCheckpoint: (world, id, at) => {
      const key = toKey(world);
      return inTurn(`${key}\ncheckpoints`, async () => {
        await worlds.enter(key);
        const [row] = await query`select count(*) as saved, max(number) as last from checkpoint where world = ${key}`;
        if (Number(row?.saved) >= limits.checkpoints) throw exceeds("checkpoints", limits.checkpoints);
        const state = await stateOf(key);
        await query`insert into checkpoint (world, id, number, instances, state, saved_at)
          values (${key}, ${toKey(id)}, ${Number(row?.last ?? 0) + 1}, ${state.rows.length},
            ${records.writeState(state)}, ${at})`;
        return { checkpoint: id, instances: state.rows.length, savedAt: toIso(at) };
      });
    },
    checkpoint: async (world, id) => {
      const [row] = await query`select state from checkpoint where world = ${toKey(world)} and id = ${toKey(id)}`;
      return row && records.readState(row.state);
    },
    checkpoints: async (world) =>
      (await query`select id, instances, saved_at from checkpoint where world = ${toKey(world)} order by number`).map(
        ({ id, instances, saved_at: at }) => ({
          checkpoint: fromKey(id),
          instances: Number(instances),
          savedAt: toIso(Number(at)),
        }),
      ),
    removeCheckpoint: async (world, id) => {
      const deleted = await query`delete from checkpoint
        where world = ${toKey(world)} and id = ${toKey(id)} returning id`;
      return deleted.length === 1;
    },
  };
}

const distinctTerms = (rows: readonly StoredInstance[]) => [...new Set(rows.map(({ record }) => record.terms))];

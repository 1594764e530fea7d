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
import { type FaultHit, ordinalOf } from "../world/fault.ts";
import { toIso } from "../world/time.ts";
import { insertInstance, type Records } from "./records.ts";
import type { SqlWorlds } from "./sql-worlds.ts";
import {
  emptySnapshot,
  maxHits,
  type Settings,
  type Snapshot,
  type Store,
  type StoredInstance,
  type StoreLimits,
} from "./store.ts";

/** The methods of a store that read or replace the whole state of a world. */
type SnapshotMethods =
  | "snapshot"
  | "replace"
  | "reset"
  | "saveCheckpoint"
  | "checkpoint"
  | "checkpoints"
  | "removeCheckpoint";

/** Creates the part of a store that reads and replaces whole worlds. A reset world starts with `initial` settings. */
export function createSqlSnapshots(
  database: Database,
  records: Records,
  worlds: SqlWorlds,
  initial: () => Settings,
  limits: Pick<StoreLimits, "instances" | "checkpoints">,
): Pick<Store, SnapshotMethods> {
  const inTurn = createTurns();
  const query = createQuery(database);

  const snapshotOf = async (key: string): Promise<Snapshot> => {
    const all = (text: string): Statement => ({ text, values: [key] });
    const [[world] = [], [counter] = [], rows = [], counts = [], hits = [], tokens = []] = await database.read([
      all("select version, settings from world where id = $1"),
      all("select ordinal, armed from counter where world = $1"),
      all("select terms, instance, log from instance where world = $1 order by ordinal"),
      all("select counter, times from fault_count where world = $1"),
      all("select hit from hit where world = $1 order by number"),
      all("select id from used_token where world = $1"),
    ]);
    if (world === undefined || counter === undefined) return emptySnapshot(await worlds.newSettings());
    return {
      settings: worlds.toSettings(key, world, undefined).content,
      ordinal: Number(counter.ordinal),
      armed: parseColumn(counter.armed),
      rows: await records.readRows(rows),
      faults: {
        counts: new Map(counts.map((row) => [fromKey(row.counter), Number(row.times)])),
        hits: hits.slice(-maxHits).map(({ hit }): FaultHit => parseColumn(hit)),
      },
      usedTokens: new Set(tokens.map(({ id }) => fromKey(id))),
    };
  };
  /** The statements that replace everything in a world except its settings and checkpoints. */
  const fill = (key: string, { ordinal, armed, rows, faults, usedTokens }: Snapshot): readonly Statement[] => [
    ...["instance", "fault_count", "hit", "used_token", "rate"].map((table) => ({
      text: `delete from ${table} where world = $1`,
      values: [key],
    })),
    sql`update counter set version = ${makeVersion()}, ordinal = ${ordinal}, armed = ${JSON.stringify(armed)},
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
    ...[...usedTokens].map((id) => sql`insert into used_token (world, id) values (${key}, ${toKey(id)})`),
  ];

  return {
    snapshot: (world) => snapshotOf(toKey(world)),
    replace: async (world, snapshot) => {
      if (snapshot.rows.length > limits.instances) throw exceeds("instances", limits.instances);
      const key = toKey(world);
      await retry(async () => {
        const current = await worlds.enter(key);
        const { epoch } = current.content;
        const settings = worlds.replaceSettings(key, current, { ...snapshot.settings, epoch });
        return (await database.commit([settings, ...fill(key, snapshot)])) ? true : undefined;
      });
    },
    reset: (world) =>
      retry(async () => {
        const key = toKey(world);
        const current = await worlds.read(key);
        if (current === undefined) return true;
        const settings = { ...initial(), epoch: current.content.epoch + 1 };
        const statements = fill(key, emptySnapshot(settings));
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
        const snapshot = await snapshotOf(key);
        await query`insert into checkpoint (world, id, number, instances, snapshot, saved_at)
          values (${key}, ${toKey(id)}, ${Number(row?.last ?? 0) + 1}, ${snapshot.rows.length},
            ${records.writeSnapshot(snapshot)}, ${at})`;
        return { checkpoint: id, instances: snapshot.rows.length, savedAt: toIso(at) };
      });
    },
    checkpoint: async (world, id) => {
      const [row] = await query`select snapshot from checkpoint where world = ${toKey(world)} and id = ${toKey(id)}`;
      return row && records.readSnapshot(row.snapshot);
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

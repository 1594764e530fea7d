import { minute } from "../world/time.ts";
import { retry } from "./changes.ts";
import { createQuery, type Database } from "./database.ts";
import { createRecords, fromKey, parseColumn, toKey } from "./records.ts";
import { createSqlFaults } from "./sql-faults.ts";
import { createSqlInstances } from "./sql-instances.ts";
import { createSqlSnapshots } from "./sql-snapshots.ts";
import { createSqlWorlds } from "./sql-worlds.ts";
import { noCounts, type PublishedJourney, type Settings, type Store, type StoreLimits } from "./store.ts";

/**
 * Creates a store in a database. A change reads a row, computes the next state, and stores this state only if the
 * version of the row has not changed. Otherwise the change starts again, so no transaction waits for a caller. New
 * worlds start with `initial` settings.
 */
export function createSqlStore(database: Database, initial: () => Settings, limits: StoreLimits): Store {
  const records = createRecords(database);
  const worlds = createSqlWorlds(database, initial, limits);
  const query = createQuery(database);

  return {
    settings: async (world) => (await worlds.read(toKey(world)))?.content ?? worlds.newSettings(),
    enter: async (world) => (await worlds.enter(toKey(world))).content,
    configure: (world, change) =>
      retry(async () => {
        const key = toKey(world);
        const current = await worlds.enter(key);
        const settings = change(current.content);
        return (await database.commit([worlds.replaceSettings(key, current, settings)])) ? settings : undefined;
      }),
    worlds: async () => (await query("select id from world order by position")).map(({ id }) => fromKey(id)),
    ...createSqlInstances(database, records, worlds, limits),
    ...createSqlFaults(database, worlds),
    ...createSqlSnapshots(database, records, worlds, initial, limits),
    consumeToken: async (world, id, { expiresAt, now }) => {
      const key = toKey(world);
      await worlds.enter(key);
      return database.commit([
        {
          text: "insert into used_token (world, id, expires_at) values ($1, $2, $3) on conflict (world, id) do nothing",
          values: [key, toKey(id), expiresAt],
        },
        { text: "delete from used_token where world = $1 and expires_at <= $2", values: [key, now] },
      ]);
    },
    publish: async (published) => {
      const text =
        "insert into journey (number, journey) values ($1, $2) on conflict (number) do nothing returning number";
      return (await query(text, published.number, JSON.stringify(published))).length === 1;
    },
    published: async (after) =>
      (await query("select journey from journey where number > $1 order by number", after)).map(
        ({ journey }): PublishedJourney => parseColumn(journey),
      ),
    admit: async (world, at, callsPerMinute) => {
      // A reset or a restored checkpoint can move a world back to before its last window.
      const isCurrent = "$2 >= rate.since and $2 - rate.since < $3";
      const [row] = await query(
        `insert into rate (world, since, calls) values ($1, $2, 1) on conflict (world) do update set
          calls = case when ${isCurrent} then rate.calls + 1 else 1 end,
          since = case when ${isCurrent} then rate.since else $2 end returning since, calls`,
        toKey(world),
        at,
        minute,
      );
      const { since = at, calls = 1 } = row ?? {};
      return Number(calls) <= callsPerMinute ? 0 : Number(since) + minute - at;
    },
    count: async () => {
      const [[worlds] = [], phases = []] = await database.read([
        { text: "select count(*) as worlds from world", values: [] },
        { text: "select phase, count(*) as instances from instance group by phase", values: [] },
      ]);
      const instances = Object.fromEntries(phases.map(({ phase, instances: n }) => [String(phase), Number(n)]));
      return { worlds: Number(worlds?.worlds), instances: { ...noCounts, ...instances } };
    },
  };
}

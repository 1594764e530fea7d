import {
  type Columns,
  createQuery,
  type Database,
  makeVersion,
  parseColumn,
  type Statement,
  sql,
  UnavailableError,
  type Versioned,
} from "../database/database.ts";
import { exceeds } from "../engine/refusal-error.ts";
import { createCache } from "../world/cache.ts";
import { noCounters } from "../world/counters.ts";
import { writeCounters } from "./records.ts";
import type { Settings, StoreLimits } from "./store.ts";

/** The settings of the worlds in a database. A key is an encoded client id. */
export type SqlWorlds = ReturnType<typeof createSqlWorlds>;

const cacheSize = 10_000;

/** How many worlds are deleted at a time. */
const batchSize = 100;

/** Creates the {@link SqlWorlds} of a database. New worlds start with `initial` settings. */
export function createSqlWorlds(database: Database, initial: () => Settings, limits: Pick<StoreLimits, "worlds">) {
  const settingsOf = createCache<Versioned<Settings>>(cacheSize);
  const shared = createCache<object>(cacheSize);
  const query = createQuery(database);

  /**
   * Returns the same object for equal profiles or scenarios, so that values derived from the object are computed only
   * once.
   */
  const share = <Shared extends object>(value: Shared): Shared => {
    const text = JSON.stringify(value);
    const known = shared.get(text);
    if (known !== undefined) return known as Shared; // equal text, so of the same type
    shared.set(text, value);
    return value;
  };
  /**
   * Reads settings from the columns `version` and `settings`.
   *
   * @param known The settings that the statement was compared with. If they are unchanged, the result of the statement
   * omits the settings.
   */
  const toSettings = (
    key: string,
    { version, settings }: Columns,
    known: Versioned<Settings> | undefined,
  ): Versioned<Settings> => {
    if (known !== undefined && known.version === version) return known;
    const stored: Settings = parseColumn(settings);
    const content = { ...stored, profile: share(stored.profile), scenario: share(stored.scenario) };
    const current = { version: String(version), content };
    settingsOf.set(key, current);
    return current;
  };
  const read = async (key: string): Promise<Versioned<Settings> | undefined> => {
    const known = settingsOf.get(key);
    const [row] =
      await query`select version, case when version = ${known?.version} then null else settings end as settings
        from world where id = ${key}`;
    return row && toSettings(key, row, known);
  };
  const create = async (key: string): Promise<void> => {
    if (await isFullWithout(key)) {
      await deleteEmptyWorlds(database, key);
      if (await isFullWithout(key)) throw exceeds("worlds", limits.worlds);
    }
    const settings = await newSettings();
    await database.commit([
      sql`insert into world (id, position, version, settings)
          select cast(${key} as text), coalesce(max(position), 0) + 1, cast(${makeVersion()} as text),
            cast(${JSON.stringify(settings)} as text) from world
          where true on conflict (id) do nothing`,
      sql`insert into counter (world, version, counters, instances)
          values (${key}, ${makeVersion()}, ${writeCounters(noCounters)}, 0)`,
      sql`insert into ledger (world, hits) values (${key}, 0)`,
    ]);
  };
  const newSettings = async (): Promise<Settings> => {
    const settings = initial();
    const [row] = await query`select value from setting where name = 'epoch'`;
    return { ...settings, epoch: Number(row?.value ?? 0) + settings.epoch };
  };
  /** Whether there is no room for a world. Another replica can have created it meanwhile. */
  const isFullWithout = async (key: string): Promise<boolean> => {
    const [row] =
      await query`select count(*) as worlds, max(case when id = ${key} then 1 else 0 end) as own from world`;
    return Number(row?.worlds) >= limits.worlds && Number(row?.own) === 0;
  };
  /**
   * Reads the settings of a world, or creates the world.
   *
   * @throws {RefusalError} `worlds`.
   */
  const enter = async (key: string): Promise<Versioned<Settings>> => {
    const found = await read(key);
    if (found !== undefined) return found;
    await create(key);
    const created = await read(key);
    if (created === undefined) throw new UnavailableError("A world is missing from the database.");
    return created;
  };

  /** Creates the world that a change needs. The change then starts again. */
  const enterFirst = async (key: string): Promise<undefined> => {
    await enter(key);
    return undefined;
  };

  /** The statement that replaces settings. If another change was stored first, it changes no row. */
  const replaceSettings = (key: string, { version }: Versioned<Settings>, settings: Settings): Statement =>
    sql`update world set version = ${makeVersion()}, settings = ${JSON.stringify(settings)}
      where id = ${key} and version = ${version}`;

  return {
    newSettings,
    /** The settings that were read last, so that a statement can omit them if they are unchanged. */
    known: settingsOf.get,
    toSettings,
    read,
    enter,
    enterFirst,
    replaceSettings,
  };
}

/**
 * Deletes worlds that have neither instances nor checkpoints, except `kept`, which another replica can have created
 * meanwhile. Tokens of a deleted world stay revoked in a new one.
 */
async function deleteEmptyWorlds(database: Database, kept: string): Promise<void> {
  const rows = await database.query(sql`
    select w.id, w.settings from world w join counter c on c.world = w.id where c.instances = 0 and w.id <> ${kept}
      and not exists (select 1 from checkpoint s where s.world = w.id) order by w.position limit ${batchSize}`);
  const epochs = rows.map(({ settings }) => (parseColumn(settings) as Settings).epoch);
  const highest = Math.max(0, ...epochs);
  const tables = ["ledger", "fault_count", "hit", "journal", "entry", "tally"];
  for (const { id = null } of rows) {
    await database.commit([
      sql`delete from counter where world = ${id} and instances = 0`, // waits for a start that is in progress
      sql`delete from world where id = ${id}`,
      sql`insert into setting (name, value) values ('epoch', cast(${`${highest}`} as text)) on conflict (name) do update
        set value = case when cast(setting.value as bigint) < ${highest} then excluded.value else setting.value end`,
      ...tables.map((table) => ({ text: `delete from ${table} where world = $1`, values: [id] })),
    ]);
  }
}

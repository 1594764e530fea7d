import { type Database, sql, UnavailableError } from "./database.ts";

/**
 * The statements of each version of the tables, oldest first. A version that was released is never edited.
 *
 * World settings change seldom and are read by every request, so they have a separate row. Values that change with each
 * start or fault are in `counter`, `ledger` and `fault_count`.
 */
export const released: readonly Version[] = [
  [
    `create table world (id text primary key, position bigint not null, version text not null, settings text not null)`,
    `create table counter (world text primary key, version text not null, counters text not null, instances bigint not null)`,
    `create table part (digest text primary key, value text not null)`,
    `create table instance (world text not null, id text not null, ordinal bigint not null, version text not null,
       terms text not null, instance text not null, log text not null, person text, runs text, phase text not null,
       ends_at bigint, primary key (world, id))`,
    `create index instance_id on instance (id)`,
    `create index instance_ordinal on instance (world, ordinal)`,
    `create index instance_person on instance (world, person)`,
    `create index instance_ends_at on instance (world, ends_at)`,
    `create table ledger (world text primary key, hits bigint not null)`,
    `create table hit (world text not null, number bigint not null, hit text not null, primary key (world, number))`,
    `create table fault_count (world text not null, ordinal bigint not null, counter text not null,
       times bigint not null, primary key (world, ordinal, counter))`,
    `create table checkpoint (world text not null, id text not null, number bigint not null, instances bigint not null,
       saved_at bigint not null, state text not null, primary key (world, id))`,
    `create table journey (number bigint primary key, journey text not null)`,
    `create table journal (world text primary key, first bigint not null, last bigint not null, changes bigint not null,
       changed_at bigint not null)`,
    `create index journal_changed_at on journal (changed_at)`,
    `create table entry (world text not null, sequence bigint not null, endpoint text, status bigint not null,
       instance text, fault text, entry text not null, primary key (world, sequence))`,
    `create table tally (world text not null, part text not null, id text not null, times bigint not null,
       primary key (world, part, id))`,
  ],
];

/** The statements that lead from the previous version of the tables to this one. */
type Version = readonly string[];

/**
 * Creates the tables of a database, or brings them up to date.
 *
 * @param versions The versions of the tables, oldest first.
 * @throws {Error} If a newer simulator has written the database.
 */
export async function migrate(database: Database, versions = released): Promise<void> {
  const create = sql`create table if not exists setting (name text primary key, value text not null)`;
  await database.query(create).catch(() => database.query(create)); // replicas that start together can collide
  for (;;) {
    const current = await readVersion(database);
    const version = versions[current];
    if (current > versions.length) throw new Error(`A newer simulator has written the database (version ${current}).`);
    if (version === undefined) return;
    const guard =
      current === 0
        ? "insert into setting (name, value) values ('schema', $1) on conflict (name) do nothing"
        : "update setting set value = $1 where name = 'schema' and value = $2";
    const values = current === 0 ? [`${current + 1}`] : [`${current + 1}`, `${current}`];
    try {
      await database.commit([{ text: guard, values }, ...version.map((text) => ({ text, values: [] }))]);
    } catch (error) {
      if ((await readVersion(database)) === current) throw error; // otherwise another replica was faster
    }
  }
}

async function readVersion(database: Database): Promise<number> {
  const [row] = await database.query(sql`select value from setting where name = 'schema'`);
  return Number(row?.value ?? 0);
}

/** Reads a setting of the whole database, or stores `initial` if there is none. */
export async function readSetting(database: Database, name: string, initial: string): Promise<string> {
  await database.query(
    sql`insert into setting (name, value) values (${name}, ${initial}) on conflict (name) do nothing`,
  );
  const [row] = await database.query(sql`select value from setting where name = ${name}`);
  if (row === undefined) throw new UnavailableError("A setting is missing from the database.");
  return String(row.value);
}

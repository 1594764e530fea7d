import { afterAll } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrations.ts";
import { createSqlJournals } from "../../src/journal/sql.ts";
import { openPostgres } from "../../src/node/postgres.ts";
import { createSqlStore } from "../../src/store/sql.ts";
import { createSchema, describePostgres } from "../database.ts";
import { describeSameJournals } from "../journal-answers.ts";
import { describeJournals } from "../journals-suite.ts";
import { describeMigrations } from "../migrations-suite.ts";
import { describeSameAnswers } from "../store-answers.ts";
import { describeStore } from "../store-suite.ts";

let schema: Awaited<ReturnType<typeof createSchema>> | undefined;
let database: Database | undefined;

/** Empties the database, because a schema for each test takes too long. */
async function open(): Promise<Database> {
  schema ??= await createSchema();
  database ??= await openPostgres(schema.url);
  await migrate(database);
  const tables = await database.query({
    text: "select tablename from pg_tables where schemaname = current_schema() and tablename <> 'setting'",
    values: [],
  });
  const names = tables.map(({ tablename }) => tablename).join(", ");
  await database.query({ text: `truncate ${names}`, values: [] });
  await database.query({ text: "delete from setting where name = 'epoch'", values: [] });
  return database;
}

afterAll(async () => {
  await database?.close();
  await schema?.drop();
});

describePostgres("the store in PostgreSQL", () => {
  describeStore(async (initial, limits) => createSqlStore(await open(), initial, limits));
});

describePostgres("the answers of the store in PostgreSQL", () => {
  describeSameAnswers(open, 100);
});

describePostgres("the answers of the journals in PostgreSQL", () => {
  describeSameJournals(open, 100);
});

describePostgres("the migrations of PostgreSQL", () => {
  const opened: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of opened) await close();
  });

  describeMigrations(async () => {
    const { url, drop } = await createSchema();
    const empty = await openPostgres(url);
    opened.push(empty.close, drop);
    return empty;
  });
});

describePostgres("the journals in PostgreSQL", () => {
  describeJournals(async (limits) => createSqlJournals(await open(), limits));
});

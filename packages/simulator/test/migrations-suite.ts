import { expect, test } from "vitest";
import type { Database } from "../src/database/database.ts";
import { migrate } from "../src/database/migrations.ts";

/** Defines the tests that every database must pass. Each test opens an empty database. */
export function describeMigrations(open: () => Promise<Database>): void {
  test("brings the tables from an older version up to date, once, and keeps their rows", async () => {
    const database = await open();
    await migrate(database, [first]);
    await run(database, "insert into note (id) values (1)");
    await migrate(database, [first, second]);
    await migrate(database, [first, second]);
    expect(await run(database, "select id, text from note")).toEqual([{ id: expect.anything(), text: null }]);
  });

  test("migrates a database that another replica migrates at the same time", async () => {
    const database = await open();
    const commit: Database["commit"] = async (statements) => {
      await migrate(database, [first, second]);
      return database.commit(statements);
    };
    await migrate({ ...database, commit }, [first, second]);
    expect(await run(database, "select id, text from note")).toEqual([]);
  });

  test("throws if a statement fails, and changes nothing", async () => {
    const database = await open();
    await expect(migrate(database, [[...first, "create nothing"]])).rejects.toThrow();
    await migrate(database, [first]);
    expect(await run(database, "select id from note")).toEqual([]);
  });

  test("refuses a database that a newer simulator has written", async () => {
    const database = await open();
    await migrate(database);
    await database.query({ text: "update setting set value = '999' where name = 'schema'", values: [] });
    await expect(migrate(database)).rejects.toThrow("A newer simulator has written the database (version 999).");
  });
}

const first = ["create table note (id bigint primary key)"];
const second = ["alter table note add column text text"];

const run = (database: Database, text: string) => database.query({ text, values: [] });

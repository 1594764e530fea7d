import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { describeJournals } from "../../test/journals-suite.ts";
import { describeStore } from "../../test/store-suite.ts";
import { createSqlJournals } from "../context/sql-journals.ts";
import type { Database } from "../store/database.ts";
import { migrate } from "../store/migrations.ts";
import { createSqlStore } from "../store/sql.ts";
import { openSqlite } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "worlds-"));
const databases: Database[] = [];

async function open(): Promise<Database> {
  const database = openSqlite(join(folder, `${databases.length}.db`));
  databases.push(database);
  await migrate(database);
  return database;
}

afterAll(async () => {
  for (const { close } of databases) await close();
  rmSync(folder, { recursive: true });
});

describe("the store in SQLite", () => {
  describeStore(async (initial, limits) => createSqlStore(await open(), initial, limits));
});

describe("the journals in SQLite", () => {
  describeJournals(async (limits) => createSqlJournals(await open(), limits));
});

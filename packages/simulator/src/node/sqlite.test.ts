import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveLimits } from "@journey-kit/schemas/limits";
import { afterAll, describe, expect, test } from "vitest";
import { describeJournals, entryOf } from "../../test/journals-suite.ts";
import { describeStore, initial } from "../../test/store-suite.ts";
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

test("a checkpoint of version 0.1.0 has no time", async () => {
  const database = await open();
  const store = createSqlStore(database, () => initial, resolveLimits());
  await store.saveCheckpoint("a", "old", 90_000);
  await database.query({ text: "update checkpoint set saved_at = null", values: [] }); // as the added column has it
  expect(await store.checkpoints("a")).toEqual([{ checkpoint: "old", instances: 0 }]);
});

describe("the journals in SQLite", () => {
  describeJournals(async (limits) => createSqlJournals(await open(), limits));

  test("a listener receives requests that another process stores right after the listener was added", async () => {
    const database = await open();
    const limits = { size: 10, limits: resolveLimits() };
    const [one, other] = [createSqlJournals(database, limits), createSqlJournals(database, limits)];
    const heard: (string | undefined)[] = [];
    one.watch((world, added) => heard.push(`${world} ${added?.sequence}`));
    other.record("a", entryOf("instance-1"));
    await other.find("a", { after: 0, limit: 1 });
    await one.find("a", { after: 0, limit: 1 });
    expect(heard).toEqual(["a 1"]);
    await Promise.all([one.close(), other.close()]);
  });
});

import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveLimits } from "@journey-kit/schemas/tables";
import { afterAll, describe, expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { describeSameJournals } from "../../test/journal-answers.ts";
import { describeJournals, entryOf } from "../../test/journals-suite.ts";
import { describeMigrations } from "../../test/migrations-suite.ts";
import { enterService } from "../../test/service.ts";
import { describeSameAnswers } from "../../test/store-answers.ts";
import { describeStore, initial, startIn } from "../../test/store-suite.ts";
import { type Database, type Statement, UnavailableError } from "../database/database.ts";
import { migrate } from "../database/migrations.ts";
import type { Journals } from "../journal/journal.ts";
import { createSqlJournals } from "../journal/sql.ts";
import { createSimulator } from "../simulator.ts";
import { createSqlStore } from "../store/sql.ts";
import { arm } from "../world/counters.ts";
import { openSqlite } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "worlds-"));
const databases: Database[] = [];

function openEmpty(): Database {
  const database = openSqlite(join(folder, `${databases.length}.db`));
  databases.push(database);
  return database;
}

async function open(): Promise<Database> {
  const database = openEmpty();
  await migrate(database);
  return database;
}

afterAll(async () => {
  for (const { close } of databases) await close();
  rmSync(folder, { recursive: true });
});

describe("the store in SQLite", () => {
  describeStore(async (settings, limits) => createSqlStore(await open(), settings, limits));

  test("at the limit of worlds, a new world keeps what another replica stores in it meanwhile", async () => {
    const database = await open();
    const limits = resolveLimits({ worlds: 1 });
    const other = createSqlStore(database, () => initial, limits);
    const armed = { scenario: "one", times: 1 };
    await other.configure("a", (settings) => settings);
    let isArmed = false;
    const query: Database["query"] = async (statement) => {
      if (!isArmed && statement.text.includes("c.instances = 0")) {
        isArmed = true;
        await other.updateCounters("b", (counters) => [arm(counters, armed), undefined]);
      }
      return database.query(statement);
    };
    const store = createSqlStore({ ...database, query }, () => initial, limits);
    await store.configure("b", (settings) => settings);
    expect([isArmed, (await store.counters("b")).armed]).toEqual([true, [armed]]);
  });

  test("an instance is unavailable while its journey is missing from the database", async () => {
    const database = await open();
    const openStore = () => createSqlStore(database, () => initial, resolveLimits());
    const record = await startIn(openStore(), "a", "instance-1");
    const query = (text: string) => database.query({ text, values: [] });
    await query("create table lost as select * from part");
    await query("delete from part");
    const other = openStore();
    await expect(other.read("a", "instance-1")).rejects.toThrow(UnavailableError);
    await query("insert into part select * from lost");
    expect(await other.read("a", "instance-1")).toEqual(record);
  });
});

async function openInMemory(): Promise<Database> {
  const database = openSqlite(":memory:");
  databases.push(database);
  await migrate(database);
  return database;
}

describe("the answers of the store in SQLite", () => {
  describeSameAnswers(openInMemory, runs(40, 400));
});

describe("the answers of the journals in SQLite", () => {
  describeSameJournals(openInMemory, runs(60, 400));
});

describe("the migrations of SQLite", () => {
  describeMigrations(async () => openEmpty());
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

  /** A database whose first statements that contain a text fail. */
  function failFirst(database: Database, text: string, times: number, error: Error): Database {
    let left = times;
    const check = (statements: readonly Statement[]) => {
      if (left === 0 || !statements.some((statement) => statement.text.includes(text))) return;
      left -= 1;
      throw error;
    };
    return {
      ...database,
      query: async (statement) => {
        check([statement]);
        return database.query(statement);
      },
      commit: async (statements) => {
        check(statements);
        return database.commit(statements);
      },
    };
  }
  const limits = { size: 10, limits: resolveLimits() };
  const down = new UnavailableError("down");
  const sequencesIn = async (journals: Journals, world: string) =>
    (await journals.find(world, { after: 0, limit: 9 })).entries.map(({ sequence }) => sequence);

  test("recorded requests of all worlds are kept while the database cannot be reached, and stored afterwards", async () => {
    const database = await open();
    const journals = createSqlJournals(failFirst(database, "insert into entry", 2, down), limits);
    for (const world of ["a", "b", "c"]) journals.record(world, entryOf("instance-1"));
    await expect(journals.find("b", { limit: 1 })).rejects.toThrow(down);
    journals.record("a", entryOf("instance-2"));
    const stored = () => database.query({ text: "select world, sequence from entry order by 1, 2", values: [] });
    await expect.poll(stored).toEqual([
      { world: "a", sequence: 1 },
      { world: "a", sequence: 2 },
      { world: "b", sequence: 1 },
      { world: "c", sequence: 1 },
    ]);
    await journals.close();
  });

  test("requests that the database refuses are dropped and reported, and later requests are stored", async () => {
    const errors: unknown[] = [];
    const refused = new Error("refused");
    const database = failFirst(await open(), "insert into entry", 1, refused);
    const journals = createSqlJournals(database, limits, (error) => errors.push(error));
    journals.record("a", entryOf("instance-1"));
    await expect.poll(() => errors).toEqual([refused]);
    journals.record("a", entryOf("instance-2"));
    expect(await sequencesIn(journals, "a")).toEqual([1]);
    await journals.close();
  });

  test("requests that are waiting to be stored stay within a size limit, and free the space once they are stored", async () => {
    const database = failFirst(await open(), "insert into entry", 1, down);
    const journals = createSqlJournals(database, { size: 100, limits: resolveLimits({ "journals-bytes": 4_000 }) });
    const record = () => {
      for (let i = 0; i < 50; i += 1) journals.record("a", entryOf(`instance-${i}`));
    };
    record();
    await expect(journals.find("a", { limit: 1 })).rejects.toThrow(down);
    record();
    const { length } = await sequencesIn(journals, "a");
    expect([length > 0, length < 9]).toEqual([true, true]);
    record();
    expect((await journals.find("a", { limit: 99 })).entries).toHaveLength(2 * length);
    await journals.close();
  });

  test("a start that is stored at the second attempt is not reported as a repeated start", async () => {
    const journals = createSqlJournals(failFirst(await open(), "insert into entry", 1, down), limits);
    const fault = { rule: "lossy", action: { type: "dropResponse" }, instanceId: "a" } as const;
    journals.record("a", entryOf("a", { endpoint: "v2.startJourney", fault }), { resourceId: "age-check" });
    await expect(journals.find("a", { limit: 1 })).rejects.toThrow(down);
    expect((await journals.find("a", { limit: 1 })).entries).toMatchObject([{ entry: { notices: [] } }]);
    await journals.close();
  });

  test("counts that could not be stored are stored together with later counts", async () => {
    const journals = createSqlJournals(failFirst(await open(), "insert into tally", 1, down), limits);
    journals.record("a", entryOf("instance-1"));
    await expect(journals.counts("a")).rejects.toThrow(down);
    journals.record("a", entryOf("instance-2"));
    const { requests, endpoints } = await journals.counts("a");
    expect([requests, endpoints.get("v2.fetchState")]).toEqual([2, 2]);
    await journals.close();
  });

  test("a change reaches the listeners even if the database could not be reached at first", async () => {
    const journals = createSqlJournals(failFirst(await open(), "set changes", 1, down), limits);
    const heard: unknown[] = [];
    journals.watch((world) => heard.push(world));
    journals.reportChange("a");
    await expect(journals.find("a", { limit: 1 })).rejects.toThrow(down);
    await expect.poll(() => heard).toEqual(["a"]);
    await journals.close();
  });

  /** A database that calls `listener` while it runs the first statement that contains a text. */
  function during(database: Database, text: string, listener: () => void): Database {
    let isCalled = false;
    const call = (statements: readonly Statement[]) => {
      if (isCalled || !statements.some((statement) => statement.text.includes(text))) return;
      isCalled = true;
      listener();
    };
    return {
      ...database,
      query: async (statement) => {
        const rows = database.query(statement);
        call([statement]);
        return rows;
      },
      commit: async (statements) => {
        const isStored = database.commit(statements);
        call(statements);
        return isStored;
      },
    };
  }

  test.each(["select world, last, changes from journal where", "select world, last, changes from journal"])(
    "a listener can be removed while the database runs the statement: %s",
    async (text) => {
      const database = await open();
      let remove = () => {};
      const journals: Journals = createSqlJournals(
        during(database, text, () => remove()),
        limits,
      );
      const heard: unknown[] = [];
      remove = journals.watch((world) => heard.push(world));
      journals.reportChange("a");
      expect(await sequencesIn(journals, "a")).toEqual([]);
      const other = createSqlJournals(database, limits);
      other.reportChange("b");
      await other.close();
      journals.watch((world) => heard.push(world));
      journals.reportChange("c");
      await expect.poll(() => heard.includes("c")).toBe(true);
      expect(heard).not.toContain("b");
      await journals.close();
    },
  );

  test("a reset removes all counts, even counts that are being stored at the same time", async () => {
    let cleared: Promise<void> | undefined;
    const journals: Journals = createSqlJournals(
      during(await open(), "insert into tally", () => {
        journals.record("a", entryOf("instance-2"));
        cleared = journals.clear("a");
      }),
      limits,
    );
    journals.record("a", entryOf("instance-1"));
    await journals.counts("a");
    await cleared;
    expect((await journals.counts("a")).requests).toBe(0);
    await journals.close();
  });
});

test("a full disk is logged once and named in the errors, and the simulator is not ready until it can write again", async () => {
  const database = await open();
  const pragma = (text: string) => database.query({ text: `pragma ${text}`, values: [] });
  const errors: unknown[] = [];
  const simulator = createSimulator({
    storage: {
      key: new Uint8Array(32),
      createStore: (settings, limits) => createSqlStore(database, settings, limits),
      createJournals: (limits, onError) => createSqlJournals(database, limits, onError),
    },
    onError: (error) => errors.push(error),
  });
  const service = await enterService(simulator, "tester");
  const start = () =>
    service.v2("journey/start", {
      resourceId: "age-check@latest",
      context: { config: { delivery: "api" }, subject: { identity: { firstName: "Zq".repeat(5_000) } } },
    });
  const ready = () => service.send("/_sim/ready", { method: "GET" });
  expect([(await start()).status, (await ready()).status]).toEqual([201, 200]);
  const [row] = await pragma("page_count");
  await pragma(`max_page_count = ${row?.page_count}`);
  let refused = await start();
  for (let i = 0; i < 20 && refused.status === 201; i += 1) refused = await start();
  for (const one of [refused, await start(), await ready(), await ready()]) {
    expect([one.status, one.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(one.at("errors[0].problem")).toBe("The store cannot be used: database or disk is full.");
  }
  await pragma("max_page_count = 1000000");
  expect([(await ready()).status, (await start()).status, (await ready()).status]).toEqual([200, 201, 200]);
  expect(errors.map(String)).toEqual(["UnavailableError: SQLite: database or disk is full."]);
});

test.skipIf(process.platform === "win32")(
  "only its owner can read a new file, and an existing file keeps its permissions",
  async () => {
    const modesOf = async (file: string) => {
      const database = openSqlite(join(folder, file));
      databases.push(database);
      await migrate(database);
      return ["", "-wal", "-shm"].map((end) => (statSync(join(folder, file + end)).mode & 0o777).toString(8));
    };
    writeFileSync(join(folder, "shared.db"), "");
    chmodSync(join(folder, "shared.db"), 0o640);
    expect(await modesOf("new.db")).toEqual(["600", "600", "600"]);
    expect(await modesOf("shared.db")).toEqual(["640", "640", "640"]);
  },
);

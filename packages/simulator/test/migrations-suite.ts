import { resolveLimits } from "@journey-kit/schemas/limits";
import { expect, test } from "vitest";
import type { Database, Value } from "../src/database/database.ts";
import { migrate } from "../src/database/migrations.ts";
import { createSqlStore } from "../src/store/sql.ts";
import { initial } from "./store-suite.ts";

/** Defines the tests that every database must pass. Each test opens an empty database. */
export function describeMigrations(open: () => Promise<Database>): void {
  test("migrating from version 0.1.0 keeps checkpoints, fault counters and used tokens", async () => {
    const database = await open();
    const run = (text: string, ...values: readonly Value[]) => database.query({ text, values });
    await migrate(database, 1);
    const [hit, settings] = [{ rule: "r", endpoint: "v2.fetchState", instance: 2, action: { malform: true } }, initial];
    const counts = { "r v2.fetchState 2": 3, "rules[1] v2.fetchState 0": 1 };
    const saved = { settings, ordinal: 0, armed: [], rows: [], counts: {}, hits: [], usedTokens: ["u"] };
    for (const world of ["a", "b"]) {
      await run("insert into world (id, position, version, settings) values ($1, 1, 'v', $2)", world, json(settings));
      await run("insert into counter (world, version, ordinal, armed, instances) values ($1, 'v', 2, '[]', 0)", world);
    }
    const ledger = "insert into ledger (world, version, counts, hits) values ($1, 'v', $2, $3)";
    await run(ledger, "a", json(counts), 1);
    await run(ledger, "b", "{}", 0);
    await run("insert into hit (world, number, hit) values ('a', 1, $1)", json(hit));
    await run("insert into used_token (world, id) values ('a', 't')");
    await run(
      "insert into checkpoint (world, id, number, instances, snapshot) values ('a', 'old', 1, 0, $1)",
      json(saved),
    );
    await migrate(database);
    await migrate(database);
    const store = createSqlStore(database, () => initial, resolveLimits());
    expect(await store.snapshot("a")).toMatchObject({
      ordinal: 2,
      faults: { counts: new Map(Object.entries(counts)), hits: [hit] },
      usedTokens: new Set(["t"]),
    });
    expect((await store.snapshot("b")).faults).toEqual({ counts: new Map(), hits: [] });
    expect(await store.consumeToken("a", "t", { expiresAt: 9, now: 1 })).toBe(false);
    expect(await store.applyFault("a", ["r v2.fetchState 2"], (seen) => ({ ...hitOf(seen) }))).toMatchObject({
      call: 4,
    });
    expect(await store.faultHits("a")).toHaveLength(2);
    expect(await store.checkpoints("a")).toEqual([{ checkpoint: "old", instances: 0 }]);
    expect(await store.checkpoint("a", "old")).toMatchObject({ usedTokens: new Set(["u"]) });
  });

  test("migrates a database that another replica migrates at the same time", async () => {
    const database = await open();
    await migrate(database, 2);
    let isFirst = true;
    const query: Database["query"] = async (statement) => {
      if (isFirst && statement.text.includes("from ledger")) {
        isFirst = false;
        await migrate(database);
      }
      return database.query(statement);
    };
    await migrate({ ...database, query });
    expect(isFirst).toBe(false);
    expect(await createSqlStore(database, () => initial, resolveLimits()).count()).toMatchObject({ worlds: 0 });
  });

  test("refuses a database that a newer simulator has written", async () => {
    const database = await open();
    await migrate(database);
    await database.query({ text: "update setting set value = '999' where name = 'schema'", values: [] });
    await expect(migrate(database)).rejects.toThrow("A newer simulator has written the database (version 999).");
  });
}

const json = (value: object) => JSON.stringify(value);

const hitOf = (counts: ReadonlyMap<string, number>) =>
  ({
    rule: "r",
    endpoint: "v2.fetchState",
    instance: 2,
    call: counts.get("r v2.fetchState 2") ?? 0,
    action: { malform: true },
  }) as const;

import { DatabaseSync } from "node:sqlite";
import { resolveLimits } from "@journey-kit/schemas/tables";
import { describe, expect, test } from "vitest";
import { describeJournals } from "../test/journals-suite.ts";
import { openService } from "../test/service.ts";
import { describeStore } from "../test/store-suite.ts";
import { type DurableObjectStorage, openDurableObject } from "./durable-object.ts";

/** The storage of a Durable Object, in memory. A statement has at most 100 parameters. */
function createStorage(): DurableObjectStorage {
  const database = new DatabaseSync(":memory:");
  return {
    sql: {
      exec: (text, ...values) => {
        if (values.length > 100) throw new Error("too many parameters: SQLITE_ERROR");
        const rows = database.prepare(text).all(...values);
        const [row] = database.prepare("select changes() as changes").all();
        return { toArray: () => rows, rowsWritten: Number(row?.changes) };
      },
    },
    transactionSync: (work) => {
      database.exec("begin");
      try {
        const result = work();
        database.exec("commit");
        return result;
      } catch (error) {
        database.exec("rollback");
        throw error;
      }
    },
  };
}

describe("the store in a Durable Object", () => {
  describeStore(async (settings, limits) =>
    (await openDurableObject(createStorage())).createStore(settings, resolveLimits(limits), Date.now),
  );
});

describe("the journals in a Durable Object", () => {
  describeJournals(async (limits) => (await openDurableObject(createStorage())).createJournals(limits));
});

test("an object that starts again keeps its instances, and accepts the tokens that it issued", async () => {
  const storage = createStorage();
  const first = await openService({ storage: await openDurableObject(storage) });
  const instanceId = await first.start("age-check@latest");
  const again = await openService({ storage: await openDurableObject(storage) });
  const headers = { "content-type": "application/json", authorization: `Bearer ${first.token}` };
  const init = { method: "POST", headers, body: JSON.stringify({ instanceId }) };
  expect(await again.send("/v2/captain/journey/state/fetch", init)).toMatchObject({ status: 200 });
});

test("starts at the same time are all stored, with different numbers", async () => {
  const storage = await openDurableObject(createStorage());
  const services = [await openService({ storage }), await openService({ storage })];
  await Promise.all(services.flatMap(({ start }) => [start("age-check@latest"), start("age-check@latest")]));
  const [{ world } = expect.unreachable()] = services;
  expect((await world.instances()).instances.map(({ ordinal }) => ordinal).toSorted()).toEqual([1, 2, 3, 4]);
});

test.each([
  ["database or disk is full: SQLITE_FULL", 503],
  ["string or blob too big: SQLITE_TOOBIG", 507],
  ["no such table: instance: SQLITE_ERROR", 500],
])("while writing fails with %j, a start is refused with %i", async (message, status) => {
  const { sql, ...rest } = createStorage();
  let isFailing = false;
  const exec: typeof sql.exec = (text, ...values) => {
    if (isFailing && !text.trim().startsWith("select")) throw new Error(message);
    return sql.exec(text, ...values);
  };
  const { v2, start } = await openService({ storage: await openDurableObject({ sql: { exec }, ...rest }) });
  isFailing = true;
  const body = { resourceId: "age-check@latest", context: { config: { delivery: "api" }, subject: {} } };
  expect((await v2("journey/start", body)).status).toBe(status);
  isFailing = false;
  await start("age-check@latest");
});

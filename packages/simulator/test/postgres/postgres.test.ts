import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { type Database, type Statement, UnavailableError, type Value } from "../../src/database/database.ts";
import { openPostgres } from "../../src/node/postgres.ts";
import { createSchema, describePostgres } from "../database.ts";
import { startPostgres } from "../start-postgres.ts";

const sql = (text: string, ...values: readonly Value[]): Statement => ({ text, values });

const insert = (id: string) => sql("insert into entries (id) values ($1)", id);

const count = async (database: Database) => (await database.query(sql("select count(*) from entries")))[0]?.count;

describePostgres("openPostgres", () => {
  let schema: Awaited<ReturnType<typeof createSchema>>;
  let database: Database;

  beforeAll(async () => {
    schema = await createSchema();
    database = await openPostgres(schema.url);
    await database.query(sql("create table entries (id text, version bigint default 1, price numeric, body jsonb)"));
    await database.query(sql("create unique index on entries (id)"));
  });
  beforeEach(async () => {
    await database.query(sql("delete from entries"));
  });
  afterAll(async () => {
    await database.close();
    await schema.drop();
  });

  it("reads numbers, texts and null as they were written", async () => {
    const body = '{"name": "Ada"}';
    const text = "insert into entries (version, id, price, body) values ($2, $1, $3, $4) returning *, $1 = 'a' as same";
    const rows = await database.query(sql(text, "a", 2 ** 53 - 1, null, body));
    expect(rows).toEqual([{ id: "a", version: 2 ** 53 - 1, price: null, body, same: 1 }]);
  });

  it("runs several read statements on one consistent state of the database", async () => {
    await database.commit([insert("a"), insert("b")]);
    const move = (from: string, to: string) =>
      database.commit([
        sql("update entries set version = version - 1 where id = $1", from),
        sql("update entries set version = version + 1 where id = $1", to),
      ]);
    const versions = ["a", "b"].map((id) => sql("select version from entries where id = $1", id));
    const reads = Array.from({ length: 300 }, async (_, i) => {
      await move("a", "b");
      return i % 2 === 0 ? database.read(versions) : [];
    });
    const sums = (await Promise.all(reads)).map((rows) =>
      rows.flat().reduce((sum, row) => sum + Number(row.version), 0),
    );
    expect(new Set(sums)).toEqual(new Set([0, 2]));
  });

  it("commits nothing if the first statement changes no row", async () => {
    const guard = sql("update entries set version = 2 where id = $1 and version = $2", "a", 1);
    expect(await database.commit([guard, insert("b")])).toBe(false);
    expect(await count(database)).toBe(0);
    await database.query(insert("a"));
    expect(await database.commit([guard, insert("b")])).toBe(true);
    expect(await count(database)).toBe(2);
  });

  it.each([
    ["first", [insert("a"), insert("b"), insert("c")]],
    ["second", [insert("b"), insert("a"), insert("c")]],
    ["last", [insert("b"), insert("c"), insert("a")]],
  ] as const)("commits nothing if the %s statement fails, and shows no value in the error", async (_, statements) => {
    await database.query(insert("a"));
    const failure = database.commit(statements);
    await expect(failure).rejects.toThrow(/^PostgreSQL: duplicate key .*\(23505\)$/);
    await expect(failure).rejects.not.toHaveProperty("detail");
    expect(await count(database)).toBe(1);
  });

  describe("with conflicts", () => {
    const failUntil = async (code: string, run: number) => {
      await database.query(sql("create sequence runs"));
      await database.query(
        sql(
          `create function fail() returns trigger language plpgsql as $body$ begin
             if nextval('runs') < ${run} then raise exception 'conflict' using errcode = '${code}'; end if;
             return new;
           end $body$`,
        ),
      );
      await database.query(sql("create trigger fail before insert on entries for each row execute function fail()"));
      return async () => {
        await database.query(sql("drop trigger fail on entries"));
        await database.query(sql("drop function fail()"));
        await database.query(sql("drop sequence runs"));
      };
    };

    it.each(["40001", "40P01"])(
      "repeats an operation that the database rolled back with the error code %s",
      async (code) => {
        const restore = await failUntil(code, 4);
        await database.query(insert("a"));
        expect(await database.commit([insert("b"), insert("c")])).toBe(true);
        await restore();
        expect(await count(database)).toBe(3);
      },
    );

    it("gives up an operation after ten conflicts", async () => {
      const restore = await failUntil("40001", 1_000);
      await expect(database.commit([insert("a")])).rejects.toThrow(UnavailableError);
      expect(await database.query(sql("select last_value from runs"))).toEqual([{ last_value: 10 }]);
      await restore();
    });
  });

  it("uses at most ten connections", async () => {
    const statement = sql("select pg_backend_pid() as id, pg_sleep(0.01)::text");
    const rows = await Promise.all(Array.from({ length: 100 }, () => database.query(statement)));
    expect(new Set(rows.map(([row]) => row?.id)).size).toBe(10);
  });

  it("the errors of a failed connection contain no password", async () => {
    const url = new URL(inject("postgresUrl"));
    url.username = "nobody-known";
    url.password = "wrong-password";
    await expect(openPostgres(url.href)).rejects.toThrow(
      /^PostgreSQL: (?!.*wrong-password).*nobody-known.* \(28...\)$/,
    );
    for (const malformed of ["postgres://user:secret@[", "postgres://user:secret@one,two/database"]) {
      await expect(openPostgres(malformed)).rejects.toThrow(
        new Error("The URL of the PostgreSQL database is malformed or has several hosts."),
      );
    }
    url.port = "1";
    await expect(openPostgres(url.href)).rejects.toThrow(
      new UnavailableError("PostgreSQL cannot be reached (ECONNREFUSED)."),
    );
  });

  describe("over a bad network", () => {
    it.each(["closes", "resets"] as const)("commits all or nothing if the network %s a connection", async (manner) => {
      const relay = await openRelay(schema.url);
      let failed = 0;
      for (let bytes = 1, acknowledged = 0; acknowledged < 3; bytes += 13) {
        const remote = await openPostgres(relay.url);
        await database.query(sql("delete from entries"));
        await remote.query(sql("select 1"));
        relay.breakAfter(bytes, manner);
        const isDone = await remote
          .commit([insert("a"), insert("b"), insert("c")])
          .catch((error: unknown) => expect(error).toBeInstanceOf(UnavailableError));
        relay.breakAfter(Number.POSITIVE_INFINITY, manner);
        await remote.query(sql("select 1")); // on a new connection, if need be
        await remote.close();
        expect(isDone === true ? [3] : [0, 3]).toContain(await count(database));
        if (isDone === true) acknowledged += 1;
        else failed += 1;
      }
      expect(failed).toBeGreaterThan(10);
      await relay.close();
    });

    it("a query fails after five seconds if the network loses everything, and closing takes at most two seconds", async () => {
      const relay = await openRelay(schema.url);
      const remote = await openPostgres(relay.url);
      relay.loseAll();
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const failure = expect(remote.query(insert("a"))).rejects.toThrow("PostgreSQL did not respond in time.");
      await vi.advanceTimersByTimeAsync(4_999);
      expect(vi.getTimerCount()).toBe(1);
      await vi.advanceTimersByTimeAsync(1);
      vi.useRealTimers();
      await failure;
      const pending = expect(remote.query(insert("b"))).rejects.toThrow(UnavailableError);
      const begin = performance.now();
      await remote.close();
      expect(performance.now() - begin).toBeLessThan(2_000);
      await relay.close();
      await pending;
    });

    it("operations that wait for a connection fail after five seconds too, and no connection stays open", async () => {
      const relay = await openRelay(schema.url);
      const remote = await openPostgres(relay.url);
      relay.loseAll();
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const results = Promise.allSettled(Array.from({ length: 15 }, () => remote.query(insert("a"))));
      await vi.advanceTimersByTimeAsync(5_000);
      const timeout = { status: "rejected", reason: { isTimeout: true } };
      expect(await results).toMatchObject(Array.from({ length: 15 }, () => timeout));
      await vi.advanceTimersByTimeAsync(5_000); // for connections that were opened at the last moment
      vi.useRealTimers();
      await vi.waitUntil(() => relay.connections() === 0, { interval: 5, timeout: 5_000 });
      await remote.close();
      await relay.close();
    });
  });
});

describePostgres("openPostgres, on a separate server", () => {
  it("encrypts connections and verifies the server as the URL requires", async ({ skip }) => {
    const server = await startPostgres(["-c", "fsync=off"]);
    if (server === undefined) return skip();
    const database = await openPostgres(`${server.url}?sslmode=require`);
    const usesTls = sql("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
    expect(await database.query(usesTls)).toEqual([{ ssl: 1 }]);
    await database.close();
    await expect(openPostgres(`${server.url}?sslmode=verify-full`)).rejects.toThrow("self-signed certificate");
    await server.remove();
  });

  it("writes fail at once while the server is stopped, and none is lost or repeated afterwards", async ({ skip }) => {
    const server = await startPostgres(["-c", "fsync=off"]);
    if (server === undefined) return skip();
    const database = await openPostgres(server.url);
    await database.query(sql("create table entries (id text)"));
    const acknowledged: string[] = [];
    const failures: unknown[] = [];
    let isStopping = false;
    let isOver = false;
    const write = async (writer: number) => {
      for (let i = 0; !isOver; i += 1) {
        const id = `${writer}-${i}`;
        const begin = performance.now();
        try {
          if (i % 2 === 0) await database.query(insert(id));
          else await database.commit([insert(id), insert(`${id}+`)]);
          acknowledged.push(id);
        } catch (error) {
          failures.push(error);
          expect(error).toBeInstanceOf(UnavailableError);
          expect(isStopping).toBe(true);
          expect(performance.now() - begin).toBeLessThan(1_000);
        }
      }
    };
    const untilWritten = async (total: number) => {
      await vi.waitUntil(() => acknowledged.length >= total, { interval: 5, timeout: 20_000 });
    };
    const writers = Promise.all(Array.from({ length: 20 }, (_, i) => write(i)));
    for (const round of [1, 2, 3]) {
      await untilWritten(acknowledged.length + 300);
      isStopping = true;
      await server.stop();
      await vi.waitUntil(() => failures.length >= round * 100, { interval: 5, timeout: 20_000 });
      await server.start();
      await untilWritten(acknowledged.length + 300);
    }
    isOver = true;
    await writers;
    const rows = await database.query(sql("select id, count(*) as times from entries group by id"));
    const times = new Map(rows.map(({ id, times }) => [id, times]));
    expect(acknowledged.filter((id) => times.get(id) !== 1)).toEqual([]);
    expect([...times].filter(([, n]) => n !== 1)).toEqual([]);
    expect([...times.keys()].filter((id) => String(id).endsWith("+") && !times.has(String(id).slice(0, -1)))).toEqual(
      [],
    );
    await database.close();
    await server.remove();
  });
});

/** Relays connections to a database, and breaks them. */
async function openRelay(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let rest = Number.POSITIVE_INFINITY;
  let manner: "closes" | "resets" = "closes";
  let isLosing = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
    client.on("data", (bytes) => {
      if (isLosing) return;
      upstream.write(bytes.subarray(0, rest));
      rest -= bytes.length;
      if (rest > 0) return;
      rest = Number.POSITIVE_INFINITY;
      upstream.end();
      if (manner === "closes") client.end();
      else client.resetAndDestroy();
    });
    upstream.on("data", (bytes) => client.write(bytes));
    client.on("close", () => upstream.end());
    upstream.on("end", () => client.end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port); // a TCP server has this kind of address
  return {
    url: url.href,
    /** Breaks the connection that sends next, after it has sent this many bytes. */
    breakAfter: (bytes: number, how: "closes" | "resets") => {
      rest = bytes;
      manner = how;
    },
    loseAll: () => {
      isLosing = true;
    },
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

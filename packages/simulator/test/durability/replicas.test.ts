import { setTimeout } from "node:timers/promises";
import type { InstanceList, WorldSnapshot } from "@journey-kit/schemas/control";
import { afterEach, describe, expect, inject, it, vi } from "vitest";
import { draw } from "../../src/world/random.ts";
import { createSchema } from "../database.ts";
import { type PostgresServer, startPostgres } from "../start-postgres.ts";
import { checkWorld, openClient, prepareStart, prepareStep, runJourneys } from "./callers.ts";
import { type SimulatorProcess, startSimulator } from "./simulator-process.ts";

const clients = 20;

/** Milliseconds until a replica shows what another one did. */
const delay = 2_000;

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Starts three replicas on one database. */
async function startReplicas(store: string): Promise<readonly [SimulatorProcess, SimulatorProcess, SimulatorProcess]> {
  const first = await startSimulator(store);
  const rest = await Promise.all([startSimulator(store), startSimulator(store)]);
  const replicas = [first, ...rest] as const;
  endings.push(async () => void (await Promise.all(replicas.map((replica) => replica.kill()))));
  return replicas;
}

async function openStore(): Promise<string> {
  const { url, drop } = await createSchema();
  endings.push(drop);
  return url;
}

async function openServer(): Promise<PostgresServer> {
  const server = await startPostgres();
  if (server === undefined) throw new Error("There was a PostgreSQL for the other tests.");
  endings.push(server.remove);
  return server;
}

/** Returns the URLs of replicas in turn. */
function inTurn(replicas: readonly SimulatorProcess[]): () => string {
  let calls = 0;
  return () => {
    calls += 1;
    return replicas[calls % replicas.length]?.url ?? "";
  };
}

const read = async (url: string) => JSON.parse(await (await fetch(url)).text());

describe.skipIf(inject("postgresUrl") === "")("three replicas on one PostgreSQL", () => {
  it.each(["v2", "v1"] as const)(
    "three replicas let exactly one of 20 clients submit an element (%s)",
    async (journey) => {
      const replicas = await startReplicas(await openStore());
      const client = await openClient(replicas[0].url, `race-${journey}`);
      const url = inTurn(replicas);
      const instanceIds: string[] = [];
      const rounds = 25;
      for (let round = 0; round < rounds; round += 1) {
        const [start, startBody] = prepareStart(journey, `round-${round}`);
        const instanceId = String((await client.post(replicas[0].url, start, startBody)).body.instanceId);
        instanceIds.push(instanceId);
        const [path, body] = prepareStep(journey, instanceId, journey === "v2" ? "FullName" : "1");
        const replies = await Promise.all(Array.from({ length: clients }, () => client.post(url(), path, body)));
        const statuses = replies.map(({ status }) => status).sort();
        expect(statuses).toEqual([200, ...Array.from({ length: clients - 1 }, () => 409)]);
      }
      const snapshot: WorldSnapshot = await read(`${replicas[1].url}/_sim/worlds/${client.world}/snapshot`);
      expect(snapshot.instances.map(({ start, commands }) => [start.instanceId, commands.length])).toEqual(
        instanceIds.map((id) => [id, 1]),
      );
    },
  );

  it("three replicas give different ordinals to the instances that 20 clients start in one world", async () => {
    const replicas = await startReplicas(await openStore());
    const client = await openClient(replicas[0].url, "ordinals");
    const url = inTurn(replicas);
    const perClient = 5;
    const start = async (_: unknown, i: number) => {
      for (let n = 0; n < perClient; n += 1) {
        const { status, body } = await client.post(url(), ...prepareStart("v2", `${i}-${n}`));
        expect(status, JSON.stringify(body)).toBe(201);
      }
    };
    await Promise.all(Array.from({ length: clients }, start));
    const { instances }: InstanceList = await read(`${replicas[2].url}/_sim/worlds/ordinals/instances`);
    expect(instances.map(({ ordinal }) => ordinal)).toEqual(
      Array.from({ length: clients * perClient }, (_, i) => i + 1),
    );
  });

  it("three replicas lose nothing if one of them is killed", async () => {
    const [first, second, third] = await startReplicas(await openStore());
    const client = await openClient(first.url, "killed");
    const alive = [first, second, third];
    let isOver = false;
    const url = inTurn(alive);
    const running = Array.from({ length: clients }, (_, i) =>
      runJourneys(client, `${i}`, { url, isOver: () => isOver }),
    );
    await setTimeout(300 + 500 * draw("kill"));
    alive.splice(1, 1);
    await second.kill();
    await setTimeout(500);
    isOver = true;
    const attempts = (await Promise.all(running)).flat();
    const lost = attempts.filter((attempt) => attempt.instanceId === undefined || attempt.lost !== undefined);
    expect(lost.length, "only the calls of the killed replica").toBeLessThanOrEqual(clients);
    await checkWorld(third.url, client, attempts);
  });

  it("three replicas respond with 503 while PostgreSQL is stopped, and then recover without losing anything", async () => {
    const server = await openServer();
    const replicas = await startReplicas(server.url);
    const client = await openClient(replicas[0].url, "stopped");
    let isOver = false;
    const url = inTurn(replicas);
    const running = Array.from({ length: 6 }, (_, i) => runJourneys(client, `${i}`, { url, isOver: () => isOver }));
    for (let round = 0; round < 3; round += 1) {
      await setTimeout(300);
      await server.stop();
      for (const replica of replicas) {
        const refused = await client.post(replica.url, ...prepareStart("v2", "refused"));
        expect(refused.status, JSON.stringify(refused.body)).toBe(503);
        expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      await server.start();
      for (const replica of replicas) {
        const isBack = async () => {
          const fetched = await client.post(replica.url, "/v2/captain/journey/state/fetch", { instanceId: "unknown" });
          return fetched.status === 404;
        };
        await vi.waitUntil(isBack, { timeout: 5_000, interval: 20 });
      }
    }
    isOver = true;
    const attempts = (await Promise.all(running)).flat();
    await checkWorld(replicas[2].url, client, attempts);
    expect(attempts.filter(({ acknowledged }) => acknowledged.length > 0).length).toBeGreaterThan(10);
    expect(replicas.map((replica) => replica.isRunning())).toEqual([true, true, true]);
  });

  it("a replica shows the requests of another replica in streams and lists within two seconds", async () => {
    const [first, second, third] = await startReplicas(await openStore());
    const client = await openClient(first.url, "fresh");
    const world = `${second.url}/_sim/worlds/fresh`;
    const streams = [
      await watch(`${second.url}/_sim/events`),
      await watch(`${world}/requests/stream`),
      await watch(`${third.url}/_sim/worlds/fresh/requests/stream`),
    ];
    for (let round = 0; round < 5; round += 1) {
      const started = await client.post(first.url, ...prepareStart("v2", `${round}`));
      const instanceId = String(started.body.instanceId);
      const begin = performance.now();
      const lists = ["/instances", "/requests"].map(
        (list) => async () => JSON.stringify(await read(`${world}${list}`)).includes(instanceId),
      );
      const sights = [
        ...streams.map(
          ({ text }) =>
            async () =>
              text().includes(instanceId),
        ),
        ...lists,
      ];
      await Promise.all(sights.map((isSeen) => vi.waitUntil(isSeen, { timeout: 2 * delay, interval: 20 })));
      expect(performance.now() - begin).toBeLessThan(delay);
    }
    for (const { stop } of streams) stop();
  });
});

/** Reads a stream of events into a text. */
async function watch(url: string): Promise<{ readonly text: () => string; readonly stop: () => void }> {
  const abort = new AbortController();
  const { body, status } = await fetch(url, { signal: abort.signal });
  expect(status).toBe(200);
  let text = "";
  const collect = async () => {
    for await (const chunk of body ?? []) text += new TextDecoder().decode(chunk);
  };
  collect().catch(() => undefined); // ends with an abort
  return { text: () => text, stop: () => abort.abort() };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { draw } from "../../src/world/random.ts";
import { createSchema } from "../database.ts";
import { type Attempt, type Client, checkWorld, openClient, runJourneys } from "./callers.ts";
import { killStart, startSimulator } from "./simulator-process.ts";

const rounds = 100;
const worlds = 4;

/** Callers of each world. */
const callers = 2;

/** Milliseconds of load until the latest moment of a kill. */
const longest = 400;

describe("kill -9 at 100 random times under load", () => {
  it("after kill -9, no acknowledged command is lost and none is applied twice, on SQLite", async () => {
    const folder = await mkdtemp(join(tmpdir(), "durability-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await crash(`sqlite:${join(folder, "store.db")}`, "sqlite");
  });

  it.skipIf(inject("postgresUrl") === "")(
    "after kill -9, no acknowledged command is lost and none is applied twice, on PostgreSQL",
    async () => {
      const { url, drop } = await createSchema();
      onTestFinished(drop);
      await crash(url, "postgres");
    },
  );
});

/** The world of some callers, and what they know about it. */
interface Load {
  readonly client: Client;
  readonly attempts: readonly Attempt[];
}

/** Kills a simulator again and again while callers run journeys. Each round has its own worlds, checked after restart. */
async function crash(store: string, name: string): Promise<void> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (draw(name, round, "start") < 0.2) await killStart(store, 400 * draw(name, round, "delay"));
    const simulator = await startSimulator(store);
    onTestFinished(simulator.kill);
    const url = () => simulator.url;
    for (const { client, attempts } of loads.slice(-worlds)) await checkWorld(simulator.url, client, attempts);
    let isOver = false;
    const names = Array.from({ length: worlds }, (_, i) => `${name}-${round}-${i}`);
    const clients = await Promise.all(names.map((world) => openClient(simulator.url, world)));
    const running = clients.map(async (client): Promise<Load> => {
      const run = (_: unknown, caller: number) => runJourneys(client, `${caller}`, { url, isOver: () => isOver });
      return { client, attempts: (await Promise.all(Array.from({ length: callers }, run))).flat() };
    });
    await setTimeout(longest * draw(name, round, "moment"));
    isOver = true;
    await simulator.kill();
    loads.push(...(await Promise.all(running)));
  }
  const simulator = await startSimulator(store);
  onTestFinished(simulator.kill);
  const statuses = new Set<number>();
  for (const { client, attempts } of loads) {
    await checkWorld(simulator.url, client, attempts);
    const started = attempts.find(({ journey, instanceId }) => journey === "v2" && instanceId !== undefined);
    if (started === undefined) continue;
    const { instanceId } = started;
    const { status } = await client.post(simulator.url, "/v2/captain/journey/state/fetch", { instanceId });
    statuses.add(status);
  }
  expect(statuses, "with tokens of before the last kill").toEqual(new Set([200]));
  const attempts = loads.flatMap((load) => load.attempts);
  const lost = attempts.filter((attempt) => attempt.instanceId === undefined || attempt.lost !== undefined);
  const commands = attempts.reduce(
    (sum, { instanceId, acknowledged }) => sum + acknowledged.length + (instanceId === undefined ? 0 : 1),
    0,
  );
  console.log(`${name}: ${rounds} kills, ${commands} acknowledged commands, ${lost.length} lost responses`);
  expect(lost.length).toBeGreaterThan(rounds);
  expect(commands).toBeGreaterThan(5 * rounds);
}

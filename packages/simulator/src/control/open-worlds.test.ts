import type { WorldSnapshot } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { address, enterService, noon, openService, sentSubject } from "../../test/service.ts";
import { createMemoryStorage } from "../context/storage.ts";
import { createService, serveSimulator } from "../node/serve.ts";
import { createSimulator } from "../simulator.ts";

const options = { clock: { mode: "frozen", at: noon }, now: () => noon } as const;

/** Saves a world with one instance. */
async function save(clientId: string): Promise<WorldSnapshot> {
  const service = await openService(options, clientId);
  await service.start("identity-check@latest", sentSubject("FullName"));
  return service.world.snapshot.save();
}

const [ann, ben] = await Promise.all([save("ann"), save("ben")]);
const instanceId = ann.instances[0]?.start.instanceId ?? "";
const newer = { ...ben, version: 2 };

test("the first request to a simulator already sees the saved worlds", async () => {
  const simulator = createSimulator({ ...options, open: [ann, ben] });
  const { v2 } = await enterService(simulator, "ann");
  expect((await v2("journey/state/fetch", { instanceId })).status).toBe(200);
  expect((await simulator.world("ben").instances()).instances).toHaveLength(1);
  const response = await createSimulator({ open: ann }).app.fetch(new Request(`${address}/_sim/worlds/ann/instances`));
  expect(await response.json()).toMatchObject({ instances: [{ instanceId }] });
});

test("every method of a world and of its instances waits until the saved worlds are open", async () => {
  const world = createSimulator({ ...options, open: ann }).world("ann");
  const explained = world.instance(instanceId).explain();
  const changed = world.rate.set({ callsPerMinute: 7 });
  expect(await explained).toMatchObject({ instanceId, phase: "collecting" });
  await changed;
  expect(await world.rate.read()).toEqual({ callsPerMinute: 7 });
  await world.clock.sleep(1_000);
  expect(await world.clock.now()).toBe(noon + 1_000);
});

test("without saved worlds, a simulator is ready at once", async () => {
  await expect(createSimulator().ready).resolves.toBeUndefined();
});

test("if a saved world cannot be opened, every request and every method of a world fails and reports why", async () => {
  const simulator = createSimulator({ ...options, open: [ann, newer] });
  const problem = "open[1].version: a newer version of Journey Kit wrote this file";
  await expect(simulator.ready).rejects.toThrow(problem);
  await expect(simulator.fetch(`${address}/_sim/health`)).rejects.toThrow(problem);
  await expect(simulator.world("ann").summary()).rejects.toThrow(problem);
  await expect(serveSimulator(simulator, { port: 0 })).rejects.toThrow(problem);
  const response = await simulator.app.fetch(new Request(`${address}/v2/captain/journey/start`, { method: "POST" }));
  expect(response.status).toBe(500);
  expect(await response.text()).toContain(problem);
});

test.each<[string, readonly unknown[], string]>([
  ["of another format", [{ ...ann, format: "har" }], 'open[0].format: expected "journey-snapshot".'],
  ["that is no object", ["a file"], "open[0]: not a saved world."],
  ["that is damaged", [ann, { ...ben, ordinal: 0 }], "open[1].instances[0].start.ordinal: "],
  ["of a client id that is already used", [ann, ann], "open[1].world: there is already a world of this client id."],
  ["of an invalid client id", [{ ...ann, world: ".." }], "open[0].world: not a valid client id."],
])("opens no world if there is a snapshot %s", async (_, snapshots, problem) => {
  const service = createService(options);
  await expect(service.openWorlds(snapshots)).rejects.toThrow(problem);
  const worlds = await service.app.request("/_sim/worlds");
  expect(await worlds.json()).toEqual({ worlds: [] });
});

test("opens only worlds of the listed API clients", async () => {
  const clients = [{ clientId: "ben", clientSecret: "secret" }];
  expect(await createService({ ...options, clients }).openWorlds([ben])).toEqual([{ world: "ben", instances: 1 }]);
  const problem = "open[0].world: not in the list of API clients.";
  await expect(createService({ ...options, clients }).openWorlds([ann])).rejects.toThrow(problem);
});

test("does not replace a world that is already in the storage", async () => {
  const storage = createMemoryStorage();
  const first = await enterService(createSimulator({ ...options, storage }), "ann");
  const started = await first.start("age-check@latest");
  const second = createSimulator({ ...options, storage, open: [ben, ann] });
  await expect(second.ready).rejects.toThrow("open[1].world: there is already a world of this client id.");
  const { instances } = await createSimulator({ ...options, storage })
    .world("ann")
    .instances();
  expect(instances).toMatchObject([{ instanceId: started }]);
  expect(
    (
      await createSimulator({ ...options, storage })
        .world("ben")
        .instances()
    ).instances,
  ).toEqual([]);
});

test("a saved world may refer to the journeys of the simulator that opens it", async () => {
  const journey = { ...ann.terms[0]?.definition, id: "own", version: undefined };
  const rule = { when: { journey: "own", module: "Data Verification" }, then: { outcome: "Partial Match" } };
  const own = { ...ann, scenarios: [{ name: "own", rules: [rule] }] };
  const service = createService(options);
  await expect(service.openWorlds([own])).rejects.toThrow("open[0].scenarios[0].rules[0].when");
  service.publish(journey);
  expect(await service.openWorlds([own])).toHaveLength(1);
});

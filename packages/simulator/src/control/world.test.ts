import { expect, test } from "vitest";
import { noon, openContext, openService, sentSubject } from "../../test/service.ts";
import { createMemoryStorage } from "../context/storage.ts";
import { createSimulator } from "../simulator.ts";
import { stepLength } from "../world/steps.ts";
import { createLocalWorld } from "./world.ts";

test("with the world's `sleep`, polling for ten minutes takes no real time", async () => {
  const { start, v2, world } = await openService({ latency: 590_000 });
  const instanceId = await start("age-check@latest", sentSubject("DateOfBirth"));
  let polls = 0;
  for (let status = "InProgress"; status === "InProgress"; polls += 1) {
    await world.clock.sleep(10_000);
    status = (await v2("journey/state/fetch", { instanceId })).text("status");
  }
  expect(polls).toBe(59);
  expect(await world.clock.now()).toBe(noon + 590_000);
});

test("concurrent sleeps end in the order of their wake-up times", async () => {
  const { simulator } = await openService();
  const woken: number[] = [];
  const wait = async (duration: number) => {
    await simulator.world("tester").clock.sleep(duration);
    woken.push((await simulator.world("tester").clock.now()) - noon);
  };
  await Promise.all([wait(3_000), wait(1_000), wait(2_000), wait(0)]);
  expect(woken).toEqual([0, 1_000, 2_000, 3_000]);
});

test("concurrent sleeps of the same length move the clock only once, even if the store is slow", async () => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 2));
  const storage = createMemoryStorage((store) => ({
    ...store,
    settings: (world) => pause().then(() => store.settings(world)),
    configure: (world, change) => pause().then(() => store.configure(world, change)),
  }));
  const { clock } = createSimulator({ storage, clock: { mode: "frozen", at: noon } }).world("tester");
  await Promise.all([1, 2, 3].map(() => clock.sleep(1_000)));
  expect(await clock.now()).toBe(noon + 1_000);
});

test("an aborted sleep rejects with the reason and does not delay other sleeps", async () => {
  const { world } = await openService();
  const controller = new AbortController();
  const short = world.clock.sleep(1_000, { signal: controller.signal });
  const long = world.clock.sleep(5_000);
  controller.abort(new Error("enough"));
  await expect(short).rejects.toThrow("enough");
  await long;
  expect(await world.clock.now()).toBe(noon + 5_000);
  await expect(world.clock.sleep(1, { signal: controller.signal })).rejects.toThrow("enough");
});

test("changing an object that a world has returned does not change any world", async () => {
  const { simulator, world } = await openService();
  const show = (id: string) => {
    const { faults, scenarios, profile, permissions } = simulator.world(id);
    return Promise.all([faults.read(), faults.hits(), scenarios.list(), profile.read(), permissions.read()]);
  };
  const before = JSON.stringify([await show("tester"), await show("other")]);
  const rule = { when: {}, then: { type: "status" as const, status: 503 } };
  const planned = await world.faults.set({ rules: [] });
  for (const { rules } of [planned, await world.faults.read()]) rules.push(rule);
  for (const { rules } of (await world.scenarios.list()).scenarios) rules.push({ when: {}, then: { ends: "fail" } });
  (await world.profile.read()).readings["submit-status"] = "created";
  (await world.permissions.read()).permissions.pop();
  expect(JSON.stringify([await show("tester"), await show("other")])).toBe(before);
});

test("lists the default scenario of the world, which can be armed and replaced", async () => {
  const { world } = await openService();
  const names = async () => (await world.scenarios.list()).scenarios.map(({ name }) => name);
  const { always, scenarios } = await world.scenarios.list();
  expect(scenarios.find(({ name }) => name === always)?.rules.length).toBeGreaterThan(0);
  const before = await names();
  await world.scenarios.arm({ scenario: always });
  expect((await world.scenarios.list()).own).toEqual([]);
  await world.scenarios.put({ name: always, rules: [] });
  expect((await world.scenarios.list()).own).toEqual([always]);
  expect((await names()).toSorted()).toEqual(before.toSorted());
  expect((await world.scenarios.list()).scenarios[0]).toEqual({ name: always, rules: [] });
});

test("refuses to arm an unknown scenario, and suggests a similar name", async () => {
  const { world } = await openService();
  await expect(world.scenarios.arm({ scenario: "rejectd" })).rejects.toThrow(
    'scenario: unknown scenario. Did you mean "rejected"?',
  );
});

test("refuses to fork a checkpoint to a client that is not on the list of clients", async () => {
  const clients = ["one", "other"].map((clientId) => ({ clientId, clientSecret: "secret" }));
  const replaced: string[] = [];
  const storage = createMemoryStorage((store) => ({
    ...store,
    replace: (world, snapshot) => {
      replaced.push(world);
      return store.replace(world, snapshot);
    },
  }));
  const { checkpoints } = createSimulator({ clients, storage }).world("one");
  const { checkpoint } = await checkpoints.save();
  expect(await checkpoints.fork(checkpoint, { as: "other" })).toMatchObject({ world: "other" });
  await expect(checkpoints.fork(checkpoint, { as: "stranger" })).rejects.toMatchObject({
    refusal: { name: "UNKNOWN_PATH" },
  });
  expect(replaced).toEqual(["other"]);
});

test("limits the armed scenarios of a world, as well as the stored ones", async () => {
  const { world } = await openService({ limits: { scenarios: 2 } });
  for (let n = 0; n < 2; n += 1) await world.scenarios.arm({ scenario: "rejected" });
  await expect(world.scenarios.arm({ scenario: "rejected" })).rejects.toThrow("--limit scenarios=");
  for (const name of ["one", "two", "two"]) await world.scenarios.put({ name, rules: [] });
  await expect(world.scenarios.put({ name: "three", rules: [] })).rejects.toThrow("--limit scenarios=");
});

test("every read of a whole world pauses between its steps, and so does opening a saved world", async () => {
  const steps = 3;
  const { context, start } = await openContext();
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  for (let i = 0; i <= (steps - 1) * stepLength; i += 1) await start("age-check@latest");
  const world = createLocalWorld({ ...context, pause }, "tester");
  const snapshot = await world.snapshot.save();
  const tasks = {
    "list instances": () => world.instances(),
    coverage: () => world.coverage(),
    "save the world": () => world.snapshot.save(),
    "open a saved world": () => world.snapshot.open(snapshot),
    "advance to the next event": () => world.clock.advance({ to: "next-event" }),
    "list requests": () => world.requests.list({ limit: "1000" }),
    "archive requests": () => world.requests.archive(),
  };
  const paused: Record<string, number> = {};
  for (const [name, task] of Object.entries(tasks)) {
    pauses = 0;
    await task();
    paused[name] = pauses;
  }
  expect(paused).toEqual({
    "list instances": steps,
    coverage: steps,
    "save the world": 3 * steps, // instances, rendered requests, copied requests
    "open a saved world": 3 * steps, // parsed instances, parsed requests, rebuilt instances
    "advance to the next event": steps,
    "list requests": steps,
    "archive requests": 2 * steps,
  });
});

test("moves the clock to the nearest event of any instance, and not at all if no instance has one", async () => {
  const { world, start } = await openService({ latency: 5_000 });
  const advance = async () => (await world.clock.advance({ to: "next-event" })) && (await world.clock.now()) - noon;
  expect(await advance()).toBe(0);
  await start("age-check@latest", sentSubject("DateOfBirth"));
  expect(await advance()).toBe(5_000);
  await world.clock.advance({ ms: 1_000 });
  await start("age-check@latest", sentSubject("DateOfBirth"));
  await start("age-check@latest"); // waits for data
  expect([await advance(), await advance()]).toEqual([11_000, 11_000]);
});

test("measures a scenario in bytes, not in characters", async () => {
  const { world } = await openService();
  const put = (character: string) =>
    world.scenarios.put({ name: "long", description: character.repeat(40_000), rules: [] });
  expect((await put("e")).own).toEqual(["long"]);
  await expect(put("é")).rejects.toThrow("--limit scenario-bytes=");
});

test("opens no snapshot with more armed or stored scenarios than a world may have", async () => {
  const { world } = await openService({ limits: { scenarios: 1 } });
  const saved = await world.snapshot.save();
  const armed = [1, 2].map(() => ({ scenario: "rejected", times: 1 }));
  const scenarios = ["one", "two"].map((name) => ({ name, rules: [] }));
  for (const change of [{ armed }, { scenarios }])
    await expect(world.snapshot.open({ ...saved, ...change })).rejects.toThrow("--limit scenarios=");
});

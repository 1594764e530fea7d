import { controlRouteNames, controlRouteOf } from "@journey-kit/schemas/calls";
import { SimulatorEvent } from "@journey-kit/schemas/control";
import { expect, test, vi } from "vitest";
import { openControl } from "../../../test/control.ts";
import { ageJourney } from "../../../test/samples.ts";
import { address, enterService, openService, type Service, sentSubject } from "../../../test/service.ts";
import type { LocalWorld } from "../../control/world.ts";
import { serveSimulator } from "../../node/serve.ts";
import type { Simulator } from "../../simulator.ts";

/** Opens the event stream. `next` returns the next event, or undefined at the end of the stream. */
async function openEvents({ fetch }: Pick<Simulator, "fetch">, signal?: AbortSignal, at = address) {
  const response = await fetch(new Request(`${at}/_sim/events`, signal === undefined ? {} : { signal }));
  const reader = response.body?.getReader();
  const read = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect([response.headers.get("content-type"), await read()]).toEqual(["text/event-stream", ": open\n\n"]);
  const next = async () => {
    const [, event, data = ""] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(await read()) ?? [];
    return event === undefined ? undefined : SimulatorEvent.parse({ event, data: JSON.parse(data) });
  };
  return { next, cancel: () => reader?.cancel() };
}

/** Lists the events of a simulator, from now on. */
function listen({ events }: Simulator): SimulatorEvent[] {
  const seen: SimulatorEvent[] = [];
  events((event) => seen.push(event));
  return seen;
}

const change = (world?: string): SimulatorEvent => ({ event: "change", data: world === undefined ? {} : { world } });

test("one stream reports the requests and changes in every world, including worlds that are created later", async () => {
  const service = await openService();
  const seen = listen(service.simulator);
  const { next, cancel } = await openEvents(service.simulator);
  await service.start("age-check@latest");
  await service.world.clock.advance({ ms: 1 });
  await enterService(service.simulator, "other");
  const events = [await next(), await next(), await next()];
  expect(events).toMatchObject([
    { event: "exchange", data: { world: "tester", exchange: { endpoint: "v2.startJourney", sequence: 2 } } },
    change("tester"),
    { event: "exchange", data: { world: "other", exchange: { endpoint: "token.requestToken", sequence: 1 } } },
  ]);
  expect(seen).toEqual(events);
  await cancel();
});

test("an `exchange` event contains the same data as the list of requests", async () => {
  const service = await openService();
  const seen = listen(service.simulator);
  await service.start("age-check@latest", sentSubject("DateOfBirth"));
  const { requests } = await service.world.requests.list({ after: "1" });
  expect(seen).toEqual(requests.map((exchange) => ({ event: "exchange", data: { world: "tester", exchange } })));
});

/** Changes the world "tester", which has an instance and a checkpoint. */
type Step = (service: Service, instanceId: string, checkpoint: string) => Promise<unknown>;

/** Starts the instance that a step changes. */
type Start = (service: Service) => Promise<string>;

const startUsual: Start = ({ start }) => start("age-check@latest", sentSubject("DateOfBirth"));
const startPaused: Start = async (service) => {
  const id = await startUsual(service);
  await instance(service, id).pause();
  return id;
};
const startReferred: Start = async (service) => {
  await service.world.profile.set({ readings: { "refer-ends-journey": "no" } });
  await service.world.scenarios.arm({ scenario: "referred" });
  const id = await startUsual(service);
  await instance(service, id).advance({ ms: 60_000 });
  return id;
};

const instance = ({ world }: Service, id: string) => world.instance(id);
const scenario = { name: "mine", rules: [] };
const rule = { when: {}, then: { type: "status" as const, status: 503 } };

type Case = [method: string, Step, changed?: string, start?: Start];

const cases: readonly Case[] = [
  ["clock.set", ({ world }) => world.clock.set({ mode: "auto" })],
  ["clock.advance", ({ world }) => world.clock.advance({ to: "next-event" })],
  ["clock.sleep", ({ world }) => world.clock.sleep(1)],
  ["profile.set", ({ world }) => world.profile.set({ preset: "observed" })],
  ["rate.set", ({ world }) => world.rate.set({ callsPerMinute: 1 })],
  ["permissions.set", ({ world }) => world.permissions.set({ permissions: [] })],
  ["scenarios.put", ({ world }) => world.scenarios.put(scenario)],
  ["scenarios.arm", ({ world }) => world.scenarios.arm({ scenario: "rejected" })],
  ["faults.set", ({ world }) => world.faults.set({ rules: [rule] })],
  ["checkpoints.save", ({ world }) => world.checkpoints.save()],
  ["checkpoints.restore", ({ world }, _, checkpoint) => world.checkpoints.restore(checkpoint)],
  ["checkpoints.fork", ({ world }, _, checkpoint) => world.checkpoints.fork(checkpoint, { as: "twin" }), "twin"],
  ["checkpoints.remove", ({ world }, _, checkpoint) => world.checkpoints.remove(checkpoint)],
  ["snapshot.open", async ({ world }) => world.snapshot.open(await world.snapshot.save())],
  [
    "snapshot.open",
    async ({ simulator, world }) => simulator.world("twin").snapshot.open(await world.snapshot.save()),
    "twin",
  ],
  ["reset", ({ world }) => world.reset()],
  ["instance.advance", (service, id) => instance(service, id).advance({ ms: 1 })],
  ["instance.resolve", (service, id) => instance(service, id).resolve("Age Verification", { outcome: "Under Age" })],
  ["instance.pause", (service, id) => instance(service, id).pause()],
  ["instance.resume", (service, id) => instance(service, id).resume(), "tester", startPaused],
  ["instance.fail", (service, id) => instance(service, id).fail()],
  ["instance.review", (service, id) => instance(service, id).review({ outcome: "accept" }), "tester", startReferred],
  [
    "instance.completePages",
    (service, id) => instance(service, id).completePages(),
    "tester",
    ({ start }) => start("age-check@latest", {}, { delivery: "page" }),
  ],
];

test.each<Case>(cases)(
  "%s reports one change in the affected world",
  async (_, step, changed = "tester", start = startUsual) => {
    const service = await openService();
    const instanceId = await start(service);
    const { checkpoint } = await service.world.checkpoints.save();
    const seen = listen(service.simulator);
    await step(service, instanceId, checkpoint);
    expect(seen).toEqual([change(changed)]);
  },
);

test("the test above has a case for every endpoint that changes a world", () => {
  const rows = controlRouteNames.map(controlRouteOf).filter(({ path }) => path.includes("/:world"));
  const tested = new Set<string | undefined>(cases.map(([method]) => method));
  expect(rows.filter(({ method, call }) => method !== "GET" && !tested.has(call))).toEqual([]);
});

test("a change over HTTP is reported like a change in process", async () => {
  const service = await openService();
  const seen = listen(service.simulator);
  await openControl(service.simulator)("PATCH", "/other/clock", { mode: "auto" });
  await service.simulator.world("other").clock.set({ mode: "frozen" });
  expect(seen).toEqual([change("other"), change("other")]);
});

const journey = ageJourney("mine", { name: "Mine" });

test("publishing a journey reports a change without a world, over HTTP and in process", async () => {
  const { simulator, send } = await openService();
  const seen = listen(simulator);
  const headers = { "content-type": "application/json" };
  await send("/_sim/journeys", { method: "POST", headers, body: JSON.stringify({ journey }) });
  simulator.publish(journey);
  expect(seen).toEqual([change(), change()]);
});

test("no event is sent for a read or a refused change", async () => {
  const { simulator, world, start } = await openService();
  const instanceId = await start("age-check@latest");
  const seen = listen(simulator);
  const reads: readonly ((from: LocalWorld) => Promise<unknown>)[] = [
    (from) => from.summary(),
    (from) => from.instances(),
    (from) => from.requests.list(),
    (from) => from.scenarios.list(),
    (from) => from.instance(instanceId).explain(),
    (from) => from.checkpoints.list(),
  ];
  for (const read of reads) await read(world);
  const refused: readonly ((from: LocalWorld) => Promise<unknown>)[] = [
    (from) => from.clock.advance({ ms: -1 }),
    (from) => from.scenarios.arm({ scenario: "nothing" }),
    (from) => from.checkpoints.restore("nothing"),
    (from) => from.checkpoints.remove("nothing"),
    (from) => from.instance(instanceId).resume(),
    (from) => from.instance("nobody").pause(),
  ];
  for (const step of refused) await expect(step(world)).rejects.toThrow();
  expect(() => simulator.publish({ ...journey, id: "" })).toThrow();
  expect(seen).toEqual([]);
});

test("a removed listener receives no more events, and the other listeners still do", async () => {
  const { simulator, world } = await openService();
  const removed: SimulatorEvent[] = [];
  const remove = simulator.events((event) => removed.push(event));
  const seen = listen(simulator);
  await world.clock.advance({ ms: 1 });
  remove();
  await world.clock.advance({ ms: 1 });
  expect([removed.length, seen.length]).toEqual([1, 2]);
});

test("a listener that throws affects neither the request nor the other listeners", async () => {
  const errors: unknown[] = [];
  const { simulator, world, v2 } = await openService({ onError: (error) => errors.push(error) });
  const error = new Error("mine");
  const fail = () => {
    throw error;
  };
  simulator.events(fail);
  world.requests.watch({}, fail);
  const seen = listen(simulator);
  expect((await v2("nothing", {})).status).toBe(404);
  await world.clock.advance({ ms: 1 });
  expect(seen.map(({ event }) => event)).toEqual(["exchange", "change"]);
  expect(errors).toEqual([error, error, error]);
});

test("no event is serialized for a reader that has disconnected, in process or over HTTP", async () => {
  const { simulator, world } = await openService();
  const served = await serveSimulator(simulator, { port: 0 });
  const inProcess = await openEvents(simulator);
  const overHttp = await openEvents({ fetch }, undefined, served.url);
  const stringify = vi.spyOn(JSON, "stringify");
  const countPrepared = async () => {
    stringify.mockClear();
    await world.clock.advance({ ms: 1 });
    return stringify.mock.calls.filter(([value]) => value.world === "tester").length;
  };
  expect(await countPrepared()).toBe(2);
  await inProcess.cancel();
  expect(await countPrepared()).toBe(1);
  await overHttp.cancel();
  await expect.poll(countPrepared).toBe(0);
  stringify.mockRestore();
  await served.close();
});

test("an event stream ends when its request is aborted, even in process", async () => {
  const { simulator, world } = await openService();
  const controller = new AbortController();
  const { next } = await openEvents(simulator, controller.signal);
  await world.clock.advance({ ms: 1 });
  expect(await next()).toEqual(change("tester"));
  controller.abort();
  expect(await next()).toBeUndefined();
});

import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { expect, expectTypeOf, test } from "vitest";
import { always } from "../../test/fault.ts";
import type { ServiceSettings } from "./client-adapter.ts";
import { createCaller } from "./target.ts";
import { openWorld, type SimulatorAddress, type WorldOptions } from "./world.ts";

const minute = 60_000;
const inProcess = (): SimulatorAddress => ({ baseUrl: "http://127.0.0.1:4010/", fetch: createSimulator().fetch });
const subject = { identity: { dateOfBirth: "1990-12-10" } };

async function startJourney(settings: ServiceSettings): Promise<string> {
  const context = { config: { delivery: "api" }, subject };
  const { body } = await createCaller(settings).post("v2.startJourney", { resourceId: "age-check@latest", context });
  return (body as { instanceId: string }).instanceId; // a started journey has one
}

const fetchState = async (settings: ServiceSettings, instanceId: string) =>
  (await createCaller(settings).post("v2.fetchState", { instanceId })).body;

test.each<[string, WorldOptions, object]>([
  ["accepts an adult by default", {}, { status: "Completed", context: { process: { result: { outcome: "Accept" } } } }],
  ["runs a built-in scenario", { scenario: "broken" }, { status: "Failed" }],
  [
    "runs a custom scenario",
    { scenario: { name: "mine", rules: [], otherwise: { outcome: "reject" } } },
    { context: { process: { result: { outcome: "Reject" } } } },
  ],
  ["follows the chosen readings", { profile: "observed" }, { result: { status: "completed" } }],
  ["serves the chosen region", { region: "au" }, { status: "Completed" }],
])("a world %s (spec 3.1, 4.2)", async (_, options, expected) => {
  const { settings } = await openWorld(inProcess(), options);
  const instanceId = await startJourney(settings);
  await settings.sleep?.(minute);
  expect(await fetchState(settings, instanceId)).toMatchObject(expected);
});

test("the scenario of a world decides the outcome of every instance (spec 4.2)", async () => {
  const { settings } = await openWorld(inProcess(), { scenario: "rejected" });
  for (let i = 0; i < 3; i += 1) {
    const instanceId = await startJourney(settings);
    await settings.sleep?.(minute);
    const outcome = { context: { process: { result: { outcome: "Reject" } } } };
    expect(await fetchState(settings, instanceId)).toMatchObject(outcome);
  }
});

test("a world loses the responses that the fault plan selects, and records each loss (spec 4.4)", async () => {
  const faults = always("v2.startJourney", { type: "dropResponse" });
  const { settings, control } = await openWorld(inProcess(), { faults });
  await expect(startJourney(settings)).rejects.toThrow("fetch failed");
  expect((await control.faults.hits()).hits).toHaveLength(1);
  expect((await control.instances()).instances).toHaveLength(1);
});

test("two worlds of one simulator are isolated, and closing a world deletes its instances (spec 4.2)", async () => {
  const simulator = inProcess();
  const [one, other] = [await openWorld(simulator), await openWorld(simulator)];
  const instanceId = await startJourney(one.settings);
  expect(await fetchState(other.settings, instanceId)).toMatchObject({ errors: [{ name: "UNKNOWN_INSTANCE" }] });
  await one.close();
  expect((await one.control.instances()).instances).toEqual([]);
});

/** Polls for ten minutes, by default at the recommended interval, and returns the time of each poll. Spec 4.4. */
async function poll(settings: ServiceSettings, instanceId: string, interval = 10_000): Promise<readonly number[]> {
  const instants: number[] = [];
  const from = settings.now?.() ?? Number.NaN;
  while ((settings.now?.() ?? Number.NaN) - from < 10 * minute) {
    await fetchState(settings, instanceId);
    instants.push((settings.now?.() ?? Number.NaN) - from);
    await settings.sleep?.(interval);
  }
  return instants;
}

test("clients that share a virtual clock each keep their own polling interval for ten minutes, in process and over HTTP (spec 4.4)", async () => {
  const { url, close } = await serveSimulator(createSimulator(), { port: 0 });
  for (const simulator of [inProcess(), { baseUrl: url }]) {
    const { settings } = await openWorld(simulator, { scenario: "stuck" });
    const instanceId = await startJourney(settings);
    const [quick, slow] = await Promise.all([poll(settings, instanceId), poll(settings, instanceId, 25_000)]);
    expect(quick).toEqual(Array.from({ length: 60 }, (_, i) => i * 10_000));
    expect(slow).toEqual(Array.from({ length: 24 }, (_, i) => i * 25_000));
  }
  await close();
});

test("the clock waits for a pending response, but no longer than timeoutMs (spec 4.4)", async () => {
  const faults = always("v2.startJourney", { type: "delay", ms: 60 });
  for (const [timeoutMs, expected] of [
    [10_000, ["answer", "wait"]],
    [1, ["wait", "answer"]],
  ] as const) {
    const { settings } = await openWorld(inProcess(), { faults, timeoutMs });
    const order: string[] = [];
    const answered = startJourney(settings).then(() => order.push("answer"));
    await settings.sleep?.(10_000).then(() => order.push("wait"));
    await answered;
    expect(order).toEqual(expected);
  }
});

test("a client sees the world's time, even if the test moves the clock (spec 4.4)", async () => {
  const { settings, control } = await openWorld(inProcess());
  const from = settings.now?.() ?? Number.NaN;
  const checkpoint = await control.checkpoints.save();
  const snapshot = await control.snapshot.save();
  const moves = [
    control.clock.advance({ ms: minute }),
    settings.sleep?.(minute),
    control.clock.advance({ ms: minute }),
  ];
  await Promise.all(moves);
  expect(settings.now?.()).toBe(from + 2 * minute);
  expect(Date.parse((await control.clock.read()).now)).toBe(from + 2 * minute);
  await control.checkpoints.restore(checkpoint.checkpoint);
  expect(settings.now?.()).toBe(from);
  await control.clock.advance({ ms: minute });
  await control.snapshot.open(snapshot);
  expect(settings.now?.()).toBe(from);
});

test("a sleep with a fraction of a millisecond ends at the next whole millisecond (spec 4.4)", async () => {
  const { settings } = await openWorld(inProcess());
  const from = settings.now?.() ?? Number.NaN;
  await Promise.all([settings.sleep?.(0.25), settings.sleep?.(10.5), settings.sleep?.(10.75)]);
  expect(settings.now?.()).toBe(from + 11);
});

test("a world with a real clock provides neither sleep nor now (spec 4.4)", async () => {
  const { settings } = await openWorld(inProcess(), { clock: "real" });
  expect(settings).not.toHaveProperty("sleep");
  expect(settings).not.toHaveProperty("now");
});

test("settings.fetch accepts the arguments of the global fetch", async () => {
  const { settings, close } = await openWorld(inProcess());
  const { clientId: client_id, clientSecret: client_secret, authUrl } = settings;
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    scope: "service.token",
    client_id,
    client_secret,
  });
  expectTypeOf(settings.fetch).toExtend<typeof globalThis.fetch | undefined>();
  const response = await settings.fetch?.(`${authUrl}/as/token.oauth2`, { method: "POST", body });
  expect(response?.status).toBe(200);
  await close();
});

import { controlRouteNames, controlRouteOf } from "@journey-kit/schemas/calls";
import type { ClockState, Explanation, Scenario } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, expectTypeOf, test } from "vitest";
import { baseUrl, pixel, start } from "../test/journey.ts";
import { createJourneyClient } from "./client.ts";
import { createSimulatorControl } from "./control.ts";

const noon = Date.UTC(2026, 0, 1, 12);
const auth = { clientId: "tester", clientSecret: "tester-secret" };
const subject = {
  identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" },
  documents: [{ type: "Primary" as const, side1Image: pixel }],
  biometrics: [{ selfieImage: pixel }],
};

/** Creates a frozen simulator, its controls, and a function that starts an instance with all its data. */
function open() {
  const simulator = createSimulator({ clock: { mode: "frozen", at: noon } });
  const { fetch } = simulator;
  const { v2 } = createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch });
  const startPrefilled = async () => {
    const { instanceId } = await v2.startJourney({ ...start, context: { ...start.context, subject } });
    return instanceId;
  };
  const control = createSimulatorControl({ baseUrl, fetch });
  return { control, world: control.world(auth.clientId), v2, startPrefilled };
}

const journey = {
  id: "selfie",
  name: "Selfie",
  apiVersion: "v2" as const,
  segments: [
    {
      id: "one",
      interactions: [{ id: "selfie", pages: [], required: ["Selfie"] }],
      modules: [{ module: "Liveness", variant: "liveness-v2" }],
    },
  ],
};

test("publishes a journey on a running simulator, and cannot change a published version (spec 2.1)", async () => {
  const { control } = open();
  const published = await control.publish({ journey, environments: ["preview"], regions: ["eu"] });
  expect(published).toEqual({
    id: "selfie",
    name: "Selfie",
    apiVersion: "v2",
    version: "1",
    environments: { preview: { resourceId: "selfie-preview", regions: ["eu"] } },
  });
  expect((await control.journeys()).journeys).toContainEqual(published);
  expect(await control.journey("selfie", { version: "1" })).toMatchObject(journey);
  const changed = { ...journey, name: "Other", version: "1" };
  await expect(control.publish({ journey: changed })).rejects.toMatchObject({ status: 409 });
});

test("has a method for every control API endpoint except streams and metrics, and calls the endpoint's path", async () => {
  const seen: string[] = [];
  const fetch = async ({ method, url }: Request) => {
    seen.push(`${method} ${new URL(url).pathname}`);
    return Response.json({});
  };
  const control = createSimulatorControl({ baseUrl: `${baseUrl}/`, fetch });
  const snapshot = await open().world.snapshot.save();
  const world = control.world("world");
  const instance = world.instance("instance");
  await Promise.all([
    ...[
      control.health(),
      control.ready(),
      control.gaps(),
      control.openApi("v2", { world: "acme" }),
      control.schema("Scenario"),
      control.worlds(),
      control.journeys(),
      control.journey("journey", { version: "1" }),
      control.publish({ journey }),
      world.summary(),
      world.reset(),
    ],
    ...[world.clock.read(), world.clock.set({ mode: "auto" }), world.clock.advance({ ms: 1 })],
    ...[world.profile.read(), world.profile.set({}), world.scenarios.list()],
    ...[world.permissions.read(), world.permissions.set({ permissions: [] })],
    ...[world.rate.read(), world.rate.set({ callsPerMinute: 1 })],
    ...[world.scenarios.put({ name: "scenario", rules: [] }), world.scenarios.arm({ scenario: "scenario" })],
    ...[world.faults.read(), world.faults.set({ rules: [] }), world.faults.hits()],
    ...[world.requests.list(), world.requests.archive(), world.coverage(80)],
    ...[
      world.checkpoints.list(),
      world.checkpoints.save(),
      world.checkpoints.restore("checkpoint"),
      world.checkpoints.fork("checkpoint", { as: "as" }),
      world.checkpoints.remove("checkpoint"),
    ],
    ...[world.snapshot.save(), world.snapshot.open(snapshot)],
    ...[world.instances(), instance.explain(), instance.advance({ ms: 1 }), instance.review({ outcome: "accept" })],
    ...[
      instance.pause(),
      instance.resume(),
      instance.fail(),
      instance.completePages(),
      instance.resolve("Liveness", { outcome: "Fail" }),
    ],
  ]);
  // There is no method for the streams, which never end, or for the metrics, which Prometheus reads.
  const called = controlRouteNames.filter((name) => !controlRouteOf(name).isStream && name !== "readMetrics");
  const rows = called.map((name) => {
    const { method, path } = controlRouteOf(name);
    const values = { ":module": "Liveness", ":document": "v2.json", ":schema": "Scenario.json" };
    const filled = Object.entries(values).reduce<string>((text, [name, value]) => text.replace(name, value), path);
    return `${method} ${filled.replaceAll(":", "")}`;
  });
  expect(seen.toSorted()).toEqual(rows.toSorted());
});

test("advances a frozen world past the end of an instance, explains the instance before and after, and resets the world", async () => {
  const { control, world, startPrefilled } = open();
  const instanceId = await startPrefilled();
  expect([await control.health(), await control.ready()]).toEqual([{ status: "alive" }, { status: "ready" }]);
  expect(await control.worlds()).toMatchObject({ worlds: [{ world: "tester", instances: 1 }] });
  expect((await world.instance(instanceId).explain()).waitingFor[0]).toContain("module ");
  expect(await world.clock.advance({ ms: 60_000 })).toEqual({ mode: "frozen", now: "2026-01-01T12:01:00.000Z" });
  expect(await world.instance(instanceId).explain()).toMatchObject({ phase: "finished", waitingFor: [] });
  expect(await world.reset()).toMatchObject({ instances: 0, epoch: 2 });
});

test("lists the requests to a world and reads the coverage of the world", async () => {
  const { world, startPrefilled } = open();
  await startPrefilled();
  const { requests } = await world.requests.list({ endpoint: "v2.startJourney" });
  expect(requests).toMatchObject([{ endpoint: "v2.startJourney", response: { status: 201 } }]);
  expect(await world.coverage(100)).toMatchObject({ world: "tester", min: 100, reached: false });
  expect((await world.requests.archive()).log.entries.length).toBeGreaterThan(0);
});

test("saves a scenario and arms it for the next two instances", async () => {
  const { world, startPrefilled } = open();
  await world.scenarios.put({ name: "mine", rules: [], otherwise: { ends: "never" } });
  expect((await world.scenarios.arm({ scenario: "mine", times: 2 })).armed).toEqual([{ scenario: "mine", times: 2 }]);
  const ids = [await startPrefilled(), await startPrefilled(), await startPrefilled()];
  await world.clock.advance({ ms: 60_000 });
  const phases = (await world.instances()).instances.map(({ instanceId, phase }) => [ids.indexOf(instanceId), phase]);
  expect(phases).toEqual([
    [0, "running"],
    [1, "running"],
    [2, "finished"],
  ]);
});

test("pauses, resumes and advances one instance and resolves its module without changing another instance", async () => {
  const { world, startPrefilled } = open();
  const [one, other] = [await startPrefilled(), await startPrefilled()];
  expect(await world.instance(one).pause()).toMatchObject({ phase: "paused" });
  expect(await world.instance(one).resume()).toMatchObject({ phase: "running" });
  await world.instance(one).advance({ ms: 6_000 });
  await world.instance(one).resolve("Liveness", { outcome: "Fail" });
  expect((await world.instance(one).advance({ ms: 60_000 })).timeline.at(-1)?.what).toBe("reject");
  expect(await world.instance(other).explain()).toMatchObject({ phase: "running" });
  expect(await world.instance(other).fail()).toMatchObject({ phase: "failed" });
});

test("sets and reads a fault plan, and lists the faults that were applied", async () => {
  const { world, startPrefilled } = open();
  await world.faults.set({ rules: [], seed: 7 });
  await startPrefilled();
  expect(await world.faults.read()).toEqual({ rules: [], seed: 7 });
  expect(await world.faults.hits()).toEqual({ hits: [] });
});

test("saves, lists, forks, restores and deletes a checkpoint", async () => {
  const { control, world, startPrefilled } = open();
  await startPrefilled();
  const saved = await world.checkpoints.save();
  const { checkpoint } = saved;
  await startPrefilled();
  expect(await world.checkpoints.fork(checkpoint, { as: "twin" })).toMatchObject({ world: "twin", instances: 1 });
  expect(await world.checkpoints.restore(checkpoint)).toMatchObject({ world: "tester", instances: 1 });
  expect(await control.world("twin").profile.set({ preset: "observed" })).not.toEqual(await world.profile.read());
  expect(await world.checkpoints.list()).toEqual({ checkpoints: [saved] });
  expect(await world.checkpoints.remove(checkpoint)).toEqual({ checkpoints: [] });
});

test("throws an ApiError with the endpoint and the path of the invalid value", async () => {
  const { world } = open();
  await expect(world.clock.advance({ ms: -1 })).rejects.toMatchObject({
    name: "ApiError",
    route: "advanceClock",
    status: 400,
    errors: [{ name: "INVALID_FIELD", problem: expect.stringContaining("ms: ") }],
  });
  await expect(world.instance("no/body").explain()).rejects.toMatchObject({ route: "explainInstance", status: 404 });
});

test("sends the control token, and never shows it in an error", async () => {
  const token = "control-token-1234";
  const fetch = async (request: Request) => {
    expect(request.headers.get("authorization")).toBe(`Bearer ${token}`);
    return Response.json({ errors: [{ name: "X", problem: `you sent ${token}` }] }, { status: 403 });
  };
  const { world } = createSimulatorControl({ baseUrl, fetch, token });
  const error: unknown = await world("tester")
    .reset()
    .catch((reason: unknown) => reason);
  expect(String(error)).toBe("ApiError: resetWorld responded with 403 X: you sent [redacted]");
  expect(() => createSimulatorControl({ baseUrl, token: "two\nlines" })).toThrow(
    /^The token is not a valid header value\.$/,
  );
});

test("the methods have the types of the control API's endpoints", () => {
  const { world } = open();
  expectTypeOf(world.clock.read).returns.resolves.toEqualTypeOf<ClockState>();
  expectTypeOf(world.instance("i").explain).returns.resolves.toEqualTypeOf<Explanation>();
  expectTypeOf(world.scenarios.put).parameter(0).toEqualTypeOf<Scenario>();
  // @ts-expect-error `retry` has no such value
  expectTypeOf(world.instance("i").resolve).toBeCallableWith("Liveness", { outcome: "Fail", retry: "always" });
});

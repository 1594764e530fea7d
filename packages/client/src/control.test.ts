import { controlRouteNames, controlRouteOf } from "@journey-kit/schemas/calls";
import type { ClockState, Explanation, Scenario } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, expectTypeOf, test } from "vitest";
import { baseUrl } from "../test/journey.ts";
import { createSimulatorControl } from "./control.ts";

// `test/both-worlds.test.ts` compares every method of a world with the same method in process.

function open() {
  const control = createSimulatorControl({ baseUrl, fetch: createSimulator().fetch });
  return { control, world: control.world("tester") };
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
  expect([await control.health(), await control.ready()]).toEqual([{ status: "alive" }, { status: "ready" }]);
  expect(await control.worlds()).toEqual({ worlds: [] });
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
  // There is no method for the streams, which never end, for the metrics, which Prometheus reads, or for the tools of agents.
  const called = controlRouteNames.filter(
    (name) => !controlRouteOf(name).isStream && !["readMetrics", "callTool"].includes(name),
  );
  const rows = called.map((name) => {
    const { method, path } = controlRouteOf(name);
    const values = { ":module": "Liveness", ":document": "v2.json", ":schema": "Scenario.json" };
    const filled = Object.entries(values).reduce<string>((text, [name, value]) => text.replace(name, value), path);
    return `${method} ${filled.replaceAll(":", "")}`;
  });
  expect(seen.toSorted()).toEqual(rows.toSorted());
});

test("throws an ApiError with the endpoint and the path of the invalid value", async () => {
  const { world } = open();
  await expect(world.clock.advance({ ms: -1 })).rejects.toMatchObject({
    name: "ApiError",
    route: "advanceClock",
    status: 400,
    errors: [{ name: "INVALID_FIELD", problem: expect.stringContaining("ms: "), path: "ms" }],
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

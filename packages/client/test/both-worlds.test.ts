import { controlEndpoints, type World } from "@journey-kit/schemas/control";
import { createSimulator, type SimulatorOptions } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { createJourneyClient } from "../src/client.ts";
import { createSimulatorControl } from "../src/control.ts";
import { baseUrl, pixel, start as startRequest } from "./journey.ts";

/** A world, and a function that starts an instance with all its data. */
interface Opened {
  readonly world: World;
  readonly start: (delivery?: "api" | "page", sent?: typeof subject | Record<string, never>) => Promise<string>;
}

/** Calls a method of a world, sometimes after starting an instance. */
type Step = (world: World, start: Opened["start"]) => Promise<unknown>;

type Instance = ReturnType<World["instance"]>;

/** Calls a method of an instance that has all its data. */
const on =
  (act: (instance: Instance) => Promise<unknown>): Step =>
  async (world, start) =>
    act(world.instance(await start()));

/** Calls a method of an instance whose pages are open. */
const onPage =
  (act: (instance: Instance) => Promise<unknown>): Step =>
  async (world, start) =>
    act(world.instance(await start("page", {})));

const noon = Date.UTC(2026, 0, 1, 12);
const auth = { clientId: "tester", clientSecret: "tester-secret" };
const subject = {
  identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" },
  documents: [{ type: "Primary" as const, side1Image: pixel }],
  biometrics: [{ selfieImage: pixel }],
};

/** Parses a response body of the control API with the schema of its endpoint. */
function checkBody({ method, url }: Request, body: unknown): void {
  const { pathname } = new URL(url);
  const row = Object.values(controlEndpoints).find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/:\w+/g, "[^/]+")}$`).test(pathname),
  );
  if (row === undefined) throw new Error(`No endpoint has ${method} ${pathname}.`);
  row.response.parse(body);
}

function open(kind: "in process" | "over HTTP", options: SimulatorOptions = {}): Opened {
  const simulator = createSimulator({ clock: { mode: "frozen", at: noon }, now: () => noon, ...options });
  const { fetch } = simulator;
  const { v2 } = createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch });
  const { clientId } = auth;
  const fetchChecked = async (request: Request) => {
    const response = await fetch(request);
    if (response.ok) checkBody(request, await response.clone().json());
    return response;
  };
  return {
    world:
      kind === "in process"
        ? simulator.world(clientId)
        : createSimulatorControl({ baseUrl, fetch: fetchChecked }).world(clientId),
    start: async (delivery = "api", sent = subject) =>
      (await v2.startJourney({ ...startRequest, context: { config: { delivery }, subject: sent } })).instanceId,
  };
}

/** Replaces random ids: request ids, and ids that a simulator creates. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\bsim_[\w-]{20}/g, "id"));

/** Returns the result of a step, or the name and the problem of each error. */
const toResult = (step: Promise<unknown>): Promise<unknown> =>
  step.then(withoutIds, ({ errors }: { errors: readonly { name: string; problem: string }[] }) => ({
    errors: errors.map(({ name, problem }) => ({ name, problem })),
  }));

/** Reads everything in a world except its journal. */
const readAll = async (world: World) =>
  withoutIds(
    await Promise.all([
      ...[world.summary(), world.clock.read(), world.profile.read(), world.rate.read(), world.permissions.read()],
      ...[world.scenarios.list(), world.faults.read(), world.faults.hits(), world.instances()],
      world.checkpoints.list(),
    ]),
  );

const rule = { when: { endpoint: "v2.fetchState" as const }, then: { type: "status" as const, status: 503 } };
const scenario = { name: "mine", rules: [{ when: { module: "Liveness" as const }, then: { outcome: "Fail" } }] };

const accepted: readonly (readonly [method: string, Step])[] = [
  ["clock.read", (world) => world.clock.read()],
  ["clock.set", (world) => world.clock.set({ mode: "auto" })],
  ["clock.advance", (world) => world.clock.advance({ ms: 500 })],
  ["clock.advance", (world, start) => start().then(() => world.clock.advance({ to: "next-event" }))],
  ["clock.advance", (world) => world.clock.advance({ to: "2026-01-02T00:00:00Z" })],
  ["profile.read", (world) => world.profile.read()],
  ["profile.set", (world) => world.profile.set({ preset: "observed", readings: { "submit-status": "created" } })],
  ["rate.read", (world) => world.rate.read()],
  ["rate.set", (world) => world.rate.set({ callsPerMinute: 3 })],
  ["permissions.read", (world) => world.permissions.read()],
  ["permissions.set", (world) => world.permissions.set({ permissions: ["journey:read"] })],
  ["scenarios.list", (world) => world.scenarios.list()],
  ["scenarios.put", (world) => world.scenarios.put(scenario)],
  ["scenarios.arm", (world) => world.scenarios.arm({ scenario: "rejected" })],
  ["scenarios.arm", (world) => world.scenarios.arm({ scenario: "rejected", times: 2 })],
  ["faults.read", (world) => world.faults.read()],
  ["faults.set", (world) => world.faults.set({ seed: 7, rules: [rule] })],
  ["faults.hits", (world) => world.faults.hits()],
  ["requests.list", (world, start) => start().then(() => world.requests.list({ status: "201", limit: "5" }))],
  ["requests.list", (world, start) => start().then(() => world.requests.list({ status: 201, after: 0, limit: 5 }))],
  ["requests.archive", (world, start) => start().then(() => world.requests.archive())],
  ["coverage", (world, start) => start().then(() => world.coverage(80))],
  ["coverage", (world) => world.coverage()],
  [
    "checkpoints.list",
    async (world, start) => {
      await world.checkpoints.save();
      await start();
      await world.checkpoints.save();
      await world.reset();
      return world.checkpoints.list();
    },
  ],
  ["checkpoints.save", (world, start) => start().then(() => world.checkpoints.save())],
  [
    "checkpoints.restore",
    async (world, start) => {
      const { checkpoint } = await world.checkpoints.save();
      await start();
      return world.checkpoints.restore(checkpoint);
    },
  ],
  [
    "checkpoints.fork",
    async (world, start) => {
      await start();
      return world.checkpoints.fork((await world.checkpoints.save()).checkpoint, { as: "twin" });
    },
  ],
  [
    "checkpoints.remove",
    async (world, start) => {
      const { checkpoint } = await world.checkpoints.save();
      await start();
      await world.checkpoints.save();
      return world.checkpoints.remove(checkpoint);
    },
  ],
  ["snapshot.save", (world, start) => start().then(() => world.snapshot.save())],
  [
    "snapshot.open",
    async (world, start) => {
      await start();
      const snapshot = await world.snapshot.save();
      await start();
      return world.snapshot.open(snapshot);
    },
  ],
  ["instances", (world, start) => start().then(() => world.instances())],
  ["instance.completePages", onPage((one) => one.completePages())],
  ["instance.completePages", onPage((one) => one.completePages({ person: "Testreject" }))],
  ["instance.explain", on((one) => one.explain())],
  ["instance.explain", onPage((one) => one.explain())],
  [
    "instance.explain",
    on((one) => one.advance({ ms: 60_000 }).then(() => one.explain({ at: "2026-01-01T12:00:03.000Z" }))),
  ],
  ["instance.explain", on((one) => one.pause().then(() => one.explain({ commands: "1" })))],
  ["instance.explain", on((one) => one.explain({ commands: 1 }))],
  ["instance.advance", on((one) => one.advance({ ms: 60_000 }))],
  ["instance.advance", on((one) => one.advance({ to: "next-event" }))],
  [
    "instance.resolve",
    on(async (one) => {
      await one.advance({ ms: 6_000 });
      return one.resolve("Liveness", { outcome: "Fail", advice: { score: 1 } });
    }),
  ],
  [
    "instance.review",
    async (world, start) => {
      await world.profile.set({ readings: { "refer-ends-journey": "no" } });
      await world.scenarios.arm({ scenario: "referred" });
      const instance = world.instance(await start());
      await instance.advance({ ms: 60_000 });
      return instance.review({ outcome: "accept" });
    },
  ],
  ["instance.pause", on((one) => one.pause())],
  ["instance.resume", on((one) => one.pause().then(() => one.resume()))],
  ["instance.fail", on((one) => one.fail())],
  ["summary", (world) => world.summary()],
  ["reset", (world, start) => start().then(() => world.reset())],
];

test.each(accepted)("%s returns the same result in process and over HTTP (case %#)", async (_, step) => {
  const worlds = [open("in process"), open("over HTTP")];
  const [local, remote] = await Promise.all(
    worlds.map(async ({ world, start }) => [await toResult(step(world, start)), await readAll(world)]),
  );
  expect(local?.[0]).not.toHaveProperty("errors");
  expect(remote).toEqual(local);
});

/** Creates a value of the wrong type, which untyped code can pass. */
const wrong = (value: unknown) => value as never;

const when = (condition: object) => ({ name: "mine", rules: [{ when: wrong(condition), then: {} }] });

const refused: readonly (readonly [method: string, Step, name: string, path: string])[] = [
  ["clock.set", (world) => world.clock.set({ mode: wrong("backwards") }), "INVALID_FIELD", "mode"],
  ["clock.set", (world) => world.clock.set(wrong({ mode: "auto", at: 1 })), "UNEXPECTED_FIELD", ""],
  ["clock.advance", (world) => world.clock.advance({ ms: -1 }), "INVALID_FIELD", "ms"],
  ["clock.advance", (world) => world.clock.advance({ ms: 0.5 }), "INVALID_FIELD", "ms"],
  ["clock.advance", (world) => world.clock.advance({ to: "2025-01-01T00:00:00Z" }), "INVALID_FIELD", "to"],
  ["clock.advance", (world) => world.clock.advance({ to: "tomorrow" }), "INVALID_FIELD", "to"],
  ["profile.set", (world) => world.profile.set({ preset: wrong("best") }), "INVALID_FIELD", "preset"],
  ["profile.set", (world) => world.profile.set({ readings: { nothing: "x" } }), "INVALID_FIELD", "readings.nothing"],
  ["rate.set", (world) => world.rate.set({ callsPerMinute: -1 }), "INVALID_FIELD", "callsPerMinute"],
  [
    "permissions.set",
    (world) => world.permissions.set(wrong({ permissions: ["x"] })),
    "INVALID_FIELD",
    "permissions[0]",
  ],
  ["scenarios.put", (world) => world.scenarios.put(when({ modul: "x" })), "UNEXPECTED_FIELD", "rules[0].when"],
  ["scenarios.put", (world) => world.scenarios.put(when({ module: "x" })), "INVALID_FIELD", "rules[0].when.module"],
  [
    "scenarios.put",
    (world) => world.scenarios.put(when({ subject: [{ path: "uid" }] })),
    "INVALID_FIELD",
    "subject[0]",
  ],
  [
    "scenarios.put",
    (world) => world.scenarios.put(when({ journey: { length: { toString: 1 } } })),
    "INVALID_FIELD",
    "",
  ],
  ["scenarios.arm", (world) => world.scenarios.arm({ scenario: "nothing" }), "INVALID_FIELD", "scenario"],
  ["scenarios.arm", (world) => world.scenarios.arm({ scenario: "rejected", times: 0 }), "INVALID_FIELD", "times"],
  ["faults.set", (world) => world.faults.set(wrong({ rules: [{ when: {} }] })), "MISSING_FIELD", "rules[0].then"],
  ["requests.list", (world) => world.requests.list({ limit: "0" }), "INVALID_FIELD", "limit"],
  ["requests.list", (world) => world.requests.list({ limit: 0 }), "INVALID_FIELD", "limit"],
  ["requests.list", (world) => world.requests.list({ after: 0.5 }), "INVALID_FIELD", "after"],
  ["requests.list", (world) => world.requests.list({ status: Number.NaN }), "INVALID_FIELD", "status"],
  ["requests.archive", (world) => world.requests.archive({ endpoint: wrong("nothing") }), "INVALID_FIELD", "endpoint"],
  ["coverage", (world) => world.coverage(101), "INVALID_FIELD", "min"],
  ["checkpoints.restore", (world) => world.checkpoints.restore("nothing"), "UNKNOWN_CHECKPOINT", ""],
  ["checkpoints.fork", (world) => world.checkpoints.fork("nothing", { as: "twin" }), "UNKNOWN_CHECKPOINT", ""],
  ["checkpoints.fork", (world) => world.checkpoints.fork("nothing", wrong({})), "MISSING_FIELD", "as"],
  ["checkpoints.fork", (world) => world.checkpoints.fork("nothing", { as: ".." }), "INVALID_FIELD", "as"],
  ["checkpoints.remove", (world) => world.checkpoints.remove("nothing"), "UNKNOWN_CHECKPOINT", ""],
  [
    "snapshot.open",
    async (world) => world.snapshot.open({ ...(await world.snapshot.save()), ordinal: 0 }),
    "INVALID_FIELD",
    "instances[0].start.ordinal",
  ],
  ["instance.completePages", on((one) => one.completePages()), "UNKNOWN_INSTANCE", ""],
  ["instance.completePages", on((one) => one.completePages({ person: "" })), "INVALID_FIELD", "person"],
  ["instance.explain", (world) => world.instance("nobody").explain(), "UNKNOWN_INSTANCE", ""],
  ["instance.explain", on((one) => one.explain({ at: "2026-01-01T12:00:00.001Z" })), "INVALID_FIELD", "at"],
  ["instance.explain", on((one) => one.explain({ at: "noon" })), "INVALID_FIELD", "at"],
  ["instance.explain", on((one) => one.explain({ commands: "2" })), "INVALID_FIELD", "commands"],
  ["instance.advance", (world) => world.instance("nobody").advance({ ms: 1 }), "UNKNOWN_INSTANCE", ""],
  ["instance.advance", (world) => world.instance("nobody").advance({ ms: -1 }), "INVALID_FIELD", "ms"],
  ["instance.resolve", on((one) => one.resolve(wrong("Livness"), { outcome: "Fail" })), "UNKNOWN_PATH", "module"],
  ["instance.resolve", on((one) => one.resolve("Liveness", { outcome: "" })), "INVALID_FIELD", "outcome"],
  ["instance.resolve", on((one) => one.resolve("Facematch", { outcome: "Success" })), "JOURNEY_NOT_ACTIVE", ""],
  ["instance.review", on((one) => one.review({ outcome: wrong("refer") })), "INVALID_FIELD", "outcome"],
  ["instance.review", on((one) => one.review({ outcome: "accept" })), "JOURNEY_NOT_ACTIVE", ""],
  ["instance.resume", on((one) => one.resume()), "JOURNEY_NOT_ACTIVE", ""],
  ["instance.pause", (world) => world.instance("nobody").pause(), "UNKNOWN_INSTANCE", ""],
  ["instance.fail", (world) => world.instance("nobody").fail(), "UNKNOWN_INSTANCE", ""],
];

test.each(refused)(
  "%s fails with the same error in process and over HTTP, and changes nothing (case %#)",
  async (_, step, name, path) => {
    const worlds = [open("in process"), open("over HTTP")];
    const [local, remote] = await Promise.all(
      worlds.map(async ({ world, start }) => {
        const id = await start(); // before the first read, so that only the step could change the world
        const before = await readAll(world);
        const conclusion = await toResult(step(world, async () => id));
        expect(await readAll(world)).toEqual(before);
        return conclusion;
      }),
    );
    const problem = path === "" ? expect.any(String) : expect.stringContaining(`${path}: `);
    expect(local).toMatchObject({ errors: [{ name, problem }] });
    expect(remote).toEqual(local);
  },
);

/** Lists the methods of an object and of its nested objects, for example `clock.read`. */
const methodsOf = (owner: object, prefix = ""): readonly string[] =>
  Object.entries(owner).flatMap(([name, value]) =>
    typeof value === "function" ? [prefix + name] : methodsOf(value, `${prefix}${name}.`),
  );

test("the tests above cover every method of a world", () => {
  const { world } = open("over HTTP");
  const methods = [...methodsOf(world), ...methodsOf(world.instance("any"), "instance.")];
  expect([...new Set(accepted.map(([method]) => method))].toSorted()).toEqual(
    methods.filter((method) => method !== "instance").toSorted(),
  );
});

test("a client id that is not in the list of clients has no world, in process or over HTTP", async () => {
  const clients = [{ clientId: "other", clientSecret: "secret" }];
  const steps: readonly Step[] = [
    (world) => world.summary(),
    (world) => world.clock.advance({ ms: 1 }),
    (world) => world.scenarios.list(),
    (world) => world.faults.hits(),
    (world) => world.requests.list(),
    (world) => world.checkpoints.list(),
    (world) => world.checkpoints.save(),
    (world) => world.checkpoints.remove("any"),
    (world) => world.instance("any").explain(),
    (world) => world.reset(),
  ];
  for (const kind of ["in process", "over HTTP"] as const) {
    const { world, start } = open(kind, { clients });
    const conclusions = await Promise.all(steps.map((step) => toResult(step(world, start))));
    const refusal = { errors: [{ name: "UNKNOWN_PATH", problem: "There is no such client." }] };
    expect(conclusions).toEqual(steps.map(() => refusal));
  }
});

test.each(["", ".", "..", "a".repeat(257)])("the client id %j has no world, in process or over HTTP", (clientId) => {
  const { fetch, world } = createSimulator();
  const problem = new TypeError("A client id must have 1 to 256 characters and must not be `.` or `..`.");
  expect(() => world(clientId)).toThrow(problem);
  expect(() => createSimulatorControl({ baseUrl, fetch }).world(clientId)).toThrow(problem);
});

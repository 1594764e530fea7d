import { ErrorBody } from "@journey-kit/schemas";
import { controlRoutes } from "@journey-kit/schemas/calls";
import { Checkpoint, Explanation, Readiness, WorldSnapshot } from "@journey-kit/schemas/control";
import { documentNames, documentOf } from "@journey-kit/schemas/emit";
import { presets } from "@journey-kit/schemas/tables";
import { describe, expect, test, vi } from "vitest";
import { runs } from "../../../../../vitest.shared.ts";
import { openControl } from "../../../test/control.ts";
import { address, enterService, noon, openService, sentSubject } from "../../../test/service.ts";
import { createMemoryStorage } from "../../context/storage.ts";
import type { SimulatorOptions } from "../../service.ts";
import { createSimulator } from "../../simulator.ts";
import type { ConnectionBindings } from "../request.ts";

const everything = sentSubject("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie");

async function openBoth() {
  const service = await openService();
  return { ...service, control: openControl(service.simulator) };
}

test("every path of the control API refuses unsupported methods and lists the supported methods", async () => {
  const { simulator } = await openBoth();
  const methods: Record<string, string[]> = {};
  for (const { path, method } of Object.values(controlRoutes)) {
    methods[path] = [...(methods[path] ?? []), ...(method === "GET" ? [method, "HEAD"] : [method])];
  }
  for (const [path, allowed] of Object.entries(methods)) {
    for (const method of ["OPTIONS", "HEAD"].filter((one) => !allowed.includes(one))) {
      const response = await simulator.fetch(new Request(address + path.replaceAll(/:\w+/g, "x"), { method }));
      expect([path, response.status, response.headers.get("allow")]).toEqual([path, 405, allowed.join(", ")]);
    }
  }
});

test("every path of the control API responds to HEAD as to GET, without the body", async () => {
  const { simulator } = await openBoth();
  for (const { path, method } of Object.values(controlRoutes)) {
    if (method !== "GET") continue;
    const ask = (method: string) => simulator.fetch(address + path.replaceAll(/:\w+/g, "x"), { method });
    const [head, get] = [await ask("HEAD"), await ask("GET")];
    const toHeaders = ({ headers }: Response) => [...headers].filter(([name]) => name !== "x-request-id");
    expect([path, head.status, toHeaders(head), await head.text()]).toEqual([path, get.status, toHeaders(get), ""]);
    await get.body?.cancel();
  }
});

test("a HEAD request to an event stream does not count towards the limit of open streams", async () => {
  const simulator = createSimulator({ limits: { streams: 1 } });
  for (const path of ["/_sim/events", "/_sim/worlds/tester/requests/stream", "/_sim/events"]) {
    expect((await simulator.fetch(address + path, { method: "HEAD" })).status).toBe(200);
  }
});

test("a reset removes the instances of a world and revokes its tokens", async () => {
  const { simulator, control, start, v2 } = await openBoth();
  await start("age-check@latest");
  expect((await control("GET", "/tester")).body).toMatchObject({ world: "tester", instances: 1, epoch: 1 });
  expect((await control("DELETE", "/tester")).body).toMatchObject({ instances: 0, epoch: 2 });
  expect((await v2("journey/state/fetch", { instanceId: "x" })).status).toBe(401);
  const health = await simulator.fetch(new Request("http://127.0.0.1/_sim/health"));
  expect([health.status, await health.json()]).toEqual([200, { status: "alive" }]);
});

describe("readiness", () => {
  const ask = async (options: SimulatorOptions, env: ConnectionBindings = {}) => {
    const response = await createSimulator(options).app.request("http://127.0.0.1/_sim/ready", {}, env);
    return { response, body: await response.json() };
  };

  test("reports a simulator with a working store as ready", async () => {
    const { response, body } = await ask({});
    expect([response.status, Readiness.parse(body)]).toEqual([200, { status: "ready" }]);
  });

  test("if the store fails or does not respond, reports the simulator as unavailable without calling onError", async () => {
    vi.useFakeTimers();
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const failing = () => Promise.reject(new Error("down"));
    const hanging = () => new Promise<never>(() => undefined);
    for (const check of [failing, hanging]) {
      const asked = ask({ storage: createMemoryStorage((store) => ({ ...store, check })), onError });
      await vi.runAllTimersAsync();
      const { response, body } = await asked;
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(ErrorBody.parse(body).errors[0]?.name).toBe("STORE_UNAVAILABLE");
    }
    expect(errors).toEqual([]);
    vi.useRealTimers();
  });

  test("reports the simulator as not ready while its listener is stopping", async () => {
    const { response, body } = await ask({}, { stopping: AbortSignal.abort() });
    expect(response.status).toBe(503);
    expect(ErrorBody.parse(body).errors[0]?.name).toBe("NOT_READY");
  });
});

test("the clock can advance and change mode, but never moves back", async () => {
  const { control, start } = await openBoth();
  await start("age-check@latest", everything);
  const advance = (body: unknown) => control("POST", "/tester/clock/advance", body);
  expect((await advance({ ms: 500 })).body).toEqual({ mode: "frozen", now: "2026-01-01T12:00:00.500Z" });
  expect((await advance({ to: "next-event" })).body).toEqual({ mode: "frozen", now: "2026-01-01T12:00:01.000Z" });
  expect((await advance({ to: "2026-01-02T00:00:00Z" })).body).toEqual({
    mode: "frozen",
    now: "2026-01-02T00:00:00.000Z",
  });
  expect((await advance({ to: "2026-01-01T23:59:59.999Z" })).status).toBe(400);
  expect((await advance({ to: "2026-01-02T00:00:00Z" })).status).toBe(200);
  expect((await control("PATCH", "/tester/clock", { mode: "auto" })).body).toMatchObject({ mode: "auto" });
});

test("in auto mode, a poll advances only the polled instance to its next event", async () => {
  const { control, start, v2 } = await openBoth();
  await control("PATCH", "/tester/clock", { mode: "auto" });
  const [one, other] = [await start("full-kyc@latest", everything), await start("full-kyc@latest", everything)];
  const statuses = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await v2("journey/state/fetch", { instanceId: one })).at("status"));
  expect(statuses.at(0)).toBe("InProgress");
  expect(statuses.at(-1)).toBe("Completed");
  expect((await control("GET", `/tester/instances/${other}`)).body).toMatchObject({ phase: "running" });
});

test("advancing one instance by a day does not affect other instances", async () => {
  const { control, start } = await openBoth();
  const [one, other] = [await start("full-kyc@latest", everything), await start("full-kyc@latest", everything)];
  const advanced = await control("POST", `/tester/instances/${one}/advance`, { ms: 86_400_000 });
  expect(advanced.body).toMatchObject({ phase: "finished" });
  expect((await control("GET", `/tester/instances/${other}`)).body).toMatchObject({ phase: "running" });
});

test("a preset and individual readings change the profile, and an invalid reading changes nothing", async () => {
  const { control } = await openBoth();
  const changed = await control("PUT", "/tester/profile", {
    preset: "observed",
    readings: { "submit-status": "created" },
  });
  expect(changed.body).toMatchObject({ readings: { "submit-status": "created", "outcome-spelling": "decision" } });
  const refused = await control("PUT", "/tester/profile", { readings: { "submit-status": "teapot" } });
  expect(ErrorBody.parse(refused.body).errors[0]?.problem).toContain(
    "readings.submit-status: expected one of ok, created",
  );
  expect((await control("GET", "/tester/profile")).body).toEqual(changed.body);
});

test.each([
  [403, 403, { origin: "https://elsewhere.example" }],
  [403, 403, { origin: "null" }],
  [403, 403, { origin: "http://127.0.0.1:4011" }],
  [403, 403, { "sec-fetch-site": "cross-site" }],
  [403, 403, { "sec-fetch-site": "same-site" }],
  [403, 403, { "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe", "sec-fetch-user": "?1" }],
  [403, 403, { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" }],
  [200, 403, { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document", "sec-fetch-user": "?1" }],
  [200, 200, {}],
  [200, 200, { origin: address }],
  [200, 200, { origin: "https://127.0.0.1:4010" }], // behind a proxy that ends TLS
  [200, 200, { origin: "https://sim.example", "x-forwarded-host": "sim.example" }],
  [200, 200, { "sec-fetch-site": "same-origin", origin: "null" }],
  [200, 200, { "sec-fetch-site": "none" }],
])(
  "answers %i to a GET and %i to a change with %o, but always answers a health check",
  async (read, change, headers) => {
    const { simulator, control } = await openBoth();
    const get = (path: string) => simulator.fetch(`${address}/_sim/${path}`, { headers });
    for (const path of ["worlds", "worlds/tester/snapshot", "worlds/tester/coverage", "events"]) {
      const response = await get(path);
      expect([path, response.status]).toEqual([path, read]);
      await response.body?.cancel();
    }
    expect([(await get("health")).status, (await get("ready")).status]).toEqual([200, 200]);
    const sent = { "content-type": "application/json", ...headers };
    const changed = await control("PATCH", "/tester/clock", { mode: "auto" }, sent);
    expect(changed.status).toBe(change);
    if (change === 403) expect(changed.body).toMatchObject({ errors: [{ name: "CONTROL_NOT_ALLOWED" }] });
    const mode = change === 403 ? "frozen" : "auto";
    expect((await control("GET", "/tester/clock")).body).toMatchObject({ mode });
  },
);

test("the pages of one origin cannot open every event stream", async () => {
  const { simulator } = await openService({ limits: { streams: 4 } });
  const open = async (headers: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await simulator.fetch(`${address}/_sim/events`, { headers });
    return { status, cancel: () => body?.cancel() };
  };
  const page = { referer: `${address}/playground` };
  const first = await open(page);
  const sent = [first, await open({ origin: address }), await open(page), await open(), await open(), await open()];
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 429, 200, 200, 429]);
  await first.cancel();
  expect([await open(page), await open(page)].map(({ status }) => status)).toEqual([200, 429]);
});

test("the explanation of a submit omits participant names that could be personal data (spec 2.9)", async () => {
  const { control, start, v2, world } = await openBoth();
  await world.profile.set({ readings: { "foreign-element": "ignored" } });
  const instanceId = await start("identity-check@latest");
  const interactionId = (await v2("journey/interaction/fetch", { instanceId })).text("interactionId");
  const submitted = await v2("journey/interaction/submit", {
    instanceId,
    interactionId,
    participants: [{ domainElementId: "FullName" }, { domainElementId: "Ada Lovelace, born 1815" }],
    context: { subject: sentSubject("FullName") },
  });
  expect(submitted.status).toBe(200);
  const explained = await control("GET", `/tester/instances/${instanceId}`);
  const { timeline } = Explanation.parse(explained.body);
  expect(timeline).toMatchObject([
    { command: { type: "start", delivery: "api" } },
    { command: { type: "submit", elements: ["FullName"] } },
  ]);
  expect(JSON.stringify(explained.body)).not.toContain("Lovelace");
});

test("readings do not change the statuses and error locations of the control API", async () => {
  const readings = {
    "unknown-path": "unauthorized",
    "unknown-instance": "forbidden",
    "wrong-method": "not-found",
    "wrong-content-type": "bad-request",
    "request-size-limit": "1MiB",
  } as const;
  const service = await openService({ profile: { preset: "observed", readings } });
  const control = openControl(service.simulator);
  const plain = { "content-type": "text/plain" };
  const replies = [
    await control("GET", "/tester/nothing"),
    await control("GET", "/tester/instances/nobody"),
    await control("PATCH", "/tester/rate", {}),
    await control("PUT", "/tester/rate", { callsPerMinute: 1 }, plain),
    await control("PUT", "/tester/rate", { callsPerMinute: 1, more: "x".repeat(2 ** 20) }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 405, 415, 400]);
  for (const { body } of replies) expect(ErrorBody.parse(body).errors[0]?.location).toMatch(/^(Body|Path)$/);
});

test("lists the checkpoints of a world, oldest first, and deletes one", async () => {
  const { control, start } = await openBoth();
  const save = async () => Checkpoint.parse((await control("POST", "/tester/checkpoints", {})).body);
  const empty = await save();
  await start("age-check@latest");
  const full = await save();
  expect([empty.instances, full.instances]).toEqual([0, 1]);
  await control("DELETE", "/tester");
  expect(await control("GET", "/tester/checkpoints")).toEqual({ status: 200, body: { checkpoints: [empty, full] } });
  const removed = await control("DELETE", `/tester/checkpoints/${empty.checkpoint}`);
  expect(removed).toEqual({ status: 200, body: { checkpoints: [full] } });
  const again = await control("DELETE", `/tester/checkpoints/${empty.checkpoint}`);
  expect(again).toMatchObject({ status: 404, body: { errors: [{ name: "UNKNOWN_CHECKPOINT" }] } });
  expect((await control("POST", `/tester/checkpoints/${full.checkpoint}/restore`, {})).body).toMatchObject({
    instances: 1,
  });
});

test("listing the checkpoints of a world, or deleting an unknown one, does not create the world", async () => {
  const control = openControl(createSimulator());
  expect((await control("GET", "/nobody/checkpoints")).body).toEqual({ checkpoints: [] });
  expect((await control("DELETE", "/nobody/checkpoints/nothing")).status).toBe(404);
  expect((await control("GET", "")).body).toEqual({ worlds: [] });
});

test("if a simulator has a list of clients, no other client has a world", async () => {
  const clients = [{ clientId: "tester", clientSecret: "secret" }];
  const control = openControl(createSimulator({ clients, clock: { mode: "frozen", at: noon } }));
  expect((await control("GET", "/tester")).status).toBe(200);
  expect((await control("GET", "/stranger")).status).toBe(404);
  expect((await control("GET", "")).body).toMatchObject({ worlds: [{ world: "tester", instances: 0 }] });
});

test("after a fork, the original world can end in accept and the copy in reject", async () => {
  const { simulator, control, start, v2 } = await openBoth();
  const instanceId = await start("document-and-selfie@latest", everything);
  const { checkpoint } = (await control("POST", "/tester/checkpoints", {})).body as { checkpoint: string };
  expect((await control("POST", `/tester/checkpoints/${checkpoint}/fork`, { as: "twin" })).status).toBe(201);
  await control("POST", "/tester/clock/advance", { ms: 6_000 });
  await control("POST", "/twin/clock/advance", { ms: 6_000 });
  const resolved = await control("POST", `/twin/instances/${instanceId}/modules/Liveness/resolve`, { outcome: "Fail" });
  expect(resolved).toMatchObject({ status: 200, body: { phase: "running" } });
  for (const world of ["tester", "twin"]) await control("POST", `/${world}/clock/advance`, { ms: 2_000 });
  const twin = await enterService(simulator, "twin");
  const outcomeIn = async (call: typeof v2) =>
    (await call("journey/state/fetch", { instanceId })).at("context.process.result.outcome");
  expect([await outcomeIn(v2), await outcomeIn(twin.v2)]).toEqual(["Accept", "Reject"]);
  await control("POST", `/tester/checkpoints/${checkpoint}/restore`, {});
  expect((await v2("journey/state/fetch", { instanceId })).at("status")).toBe("InProgress");
});

test("a tester can withdraw permissions from a client, and a reset restores them (spec 5)", async () => {
  const { control, v2 } = await openBoth();
  const all = { permissions: ["journey:start", "journey:read", "journey:submit"] };
  expect((await control("GET", "/tester/permissions")).body).toEqual(all);
  const left = { permissions: ["journey:read"] };
  expect(await control("PUT", "/tester/permissions", left)).toEqual({ status: 200, body: left });
  const body = { resourceId: "age-check@latest", context: { config: { delivery: "api" }, subject: {} } };
  const refused = await v2("journey/start", body);
  expect(refused.status).toBe(403);
  expect(ErrorBody.parse(refused.body).errors).toMatchObject([{ name: "MISSING_PERMISSION" }]);
  expect((await v2("journey/state/fetch", { instanceId: "x" })).status).toBe(404);
  expect((await control("PUT", "/tester/permissions", { permissions: ["journey:own"] })).status).toBe(400);
  await control("DELETE", "/tester");
  expect((await control("GET", "/tester/permissions")).body).toEqual(all);
});

test("serves the OpenAPI documents for the profile of the simulator or of a world", async () => {
  const simulator = createSimulator({ profile: "observed" });
  const documentAt = async (path: string) => {
    const response = await simulator.fetch(new Request(`${address}/_sim/openapi/${path}`));
    return { status: response.status, body: await response.json() };
  };
  for (const name of documentNames) {
    const body = JSON.parse(JSON.stringify(documentOf(name, presets.observed)));
    expect(await documentAt(`${name}.json`)).toEqual({ status: 200, body });
  }
  await openControl(simulator)("PUT", "/acme/profile", { preset: "specified" });
  const { body } = await documentAt("v2.json?world=acme");
  expect(body).toEqual(JSON.parse(JSON.stringify(documentOf("v2", presets.specified))));
  const { status } = await createSimulator().fetch(new Request(`${address}/_sim/openapi/v3.json`));
  expect([status, (await documentAt("v2.json?wrld=acme")).status]).toEqual([404, 400]);
});

test("imports a world with deeply nested data and a link that never expires", async () => {
  const { simulator, control, start } = await openBoth();
  const nest = (levels: number): unknown => (levels === 0 ? 1 : { in: nest(levels - 1) });
  const config = { delivery: "page", linkConfig: { ttlMinutes: Number.MAX_SAFE_INTEGER } };
  const instanceId = await start("age-check@latest", { ...everything, deep: nest(61) }, config); // as deep as a body may be
  const explained = await control("GET", `/tester/instances/${instanceId}`);
  expect(explained).toMatchObject({ status: 200, body: { linkExpiresAt: "9999-12-31T23:59:59.999Z" } });
  const exported = await simulator.fetch(new Request(`${address}/_sim/worlds/tester/snapshot`));
  const imported = await control("PUT", "/copy/snapshot", await exported.json());
  expect(imported).toMatchObject({ status: 200, body: { instances: 1 } });
  expect(await control("GET", `/copy/instances/${instanceId}`)).toEqual(explained);
});

const many = runs(120, 1_000); // more than a list of requests has by default

test("exports a world with many instances and requests, and imports it into another simulator", async () => {
  const { simulator, control, start } = await openBoth();
  for (let i = 0; i < many; i += 1) await start("full-kyc@latest", everything);
  const exported = await simulator.fetch(new Request(`${address}/_sim/worlds/tester/snapshot`));
  expect([exported.status, exported.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const snapshot = WorldSnapshot.parse(await exported.json());
  expect([snapshot.instances.length, snapshot.requests.length, snapshot.terms.length]).toEqual([
    many,
    Math.min(many + 1, 1_000), // with the request for a token; the journal keeps 1,000
    1,
  ]);
  const other = openControl(createSimulator());
  const imported = await other("PUT", "/copy/snapshot", snapshot);
  expect(imported).toMatchObject({ status: 200, body: { world: "copy", instances: many, epoch: 1 } });
  expect((await other("GET", "/copy/instances")).body).toEqual((await control("GET", "/tester/instances")).body);
  const damaged = { ...snapshot, ordinal: many - 1 };
  const refused = await other("PUT", "/copy/snapshot", damaged);
  expect(refused.status).toBe(400);
  expect(ErrorBody.parse(refused.body).errors).toMatchObject([
    { name: "INVALID_FIELD", problem: expect.stringContaining(`instances[${many - 1}].start.ordinal: `) },
  ]);
});

import { V2StateResponse } from "@journey-kit/schemas";
import { expect, test } from "vitest";
import { person } from "../../test/readings/exchange.ts";
import { form, noon, openService, sentSubject } from "../../test/service.ts";
import { replay } from "../engine/commands.ts";

const everything = sentSubject("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie");

const startOf = (journey: string, subject: object) => ({ resourceId: `${journey}@latest`, context: { subject } });

/** A system time that passes only while the simulator sleeps. */
function passingTime() {
  const waits: number[] = [];
  return {
    waits,
    now: () => waits.reduce((sum, wait) => sum + wait, noon),
    sleep: async (duration: number) => void waits.push(duration),
  };
}

test("completes document-and-selfie with four submits, two of them to one interaction (spec 3.2)", async () => {
  const { start, submit, v2, world } = await openService();
  const instanceId = await start("document-and-selfie@latest");
  const finish = async () => {
    await world.clock.advance({ ms: 10_000 });
    return v2("journey/interaction/fetch", { instanceId });
  };
  expect(await submit(instanceId, "FullName")).toMatchObject({ status: 200, body: { status: "success" } });
  expect((await v2("journey/interaction/fetch", { instanceId })).at("outstanding")).toEqual(["DateOfBirth"]);
  expect(await submit(instanceId, "DateOfBirth")).toMatchObject({ status: 200 });
  expect((await v2("journey/interaction/fetch", { instanceId })).at("processing")).toBe(true);
  expect((await finish()).at("outstanding")).toEqual(["PrimaryDocument"]);
  expect(await submit(instanceId, "PrimaryDocument")).toMatchObject({ status: 200 });
  expect((await finish()).at("outstanding")).toEqual(["Selfie"]);
  expect(await submit(instanceId, "Selfie")).toMatchObject({ status: 200 });
  expect((await finish()).at("result.outcome")).toBe("Accept");
  const state = await v2("journey/state/fetch", { instanceId });
  expect(state.at("status")).toBe("Completed");
  expect(state.at("context.process.result.outcome")).toBe("Accept");
  expect(state.at("context.process.steps")).toHaveLength(6);
});

test("shows the subject of a finished journey without its images or their digests (spec 4.2)", async () => {
  const { start, v2, world } = await openService();
  const subject = sentSubject("FullName", "DateOfBirth", "PrimaryDocument", "Selfie");
  const instanceId = await start("document-and-selfie@latest", subject);
  await world.clock.advance({ ms: 60_000 });
  const state = V2StateResponse.parse((await v2("journey/state/fetch", { instanceId })).body);
  expect(state.status).toBe("Completed");
  expect(state.context.subject).toEqual(sentSubject("FullName", "DateOfBirth"));
  expect(JSON.stringify(state)).not.toMatch(/[0-9a-f]{64}/);
});

test.each(["identity-check-v1", "document-and-selfie-v1"])(
  "under a frozen clock, a synchronous start of %s finishes all modules at the world's current time (spec 4.3)",
  async (journey) => {
    const { v1, world } = await openService();
    const started = await v1("journey/start", startOf(journey, everything));
    const instanceId = started.text("instanceId");
    const state = await v1("journey/state/fetch", { instanceId });
    const now = new Date(await world.clock.now()).toISOString();
    expect(state.body).toMatchObject({ status: "Completed", metaData: { createdTime: now, completedTime: now } });
    const { now: own, modules } = await world.instance(instanceId).explain();
    expect([own, ...modules.map(({ finishesAt }) => finishesAt)]).toEqual([now, ...modules.map(() => now)]);
    const record = await world.instance(instanceId).read();
    expect(replay(record.terms, await world.instance(instanceId).log())).toMatchObject({ ok: true });
  },
);

test.each([
  ["frozen", 0],
  ["auto", 0],
  ["real", 60_000],
] as const)(
  "with the clock mode %s, a synchronous start whose module never finishes fails after %i ms (spec 4.3, 7)",
  async (mode, waited) => {
    const { now, sleep } = passingTime();
    const { v1, world } = await openService({ clock: { mode }, now, sleep });
    const started = await v1("journey/start", startOf("identity-check-v1", person("Testnever")));
    expect(started).toMatchObject({ status: 500, body: { error: "MODULE_FAILED" } });
    expect(now() - noon).toBe(waited);
    const [failed] = (await world.instances()).instances;
    const explanation = await world.instance(failed?.instanceId ?? "").explain();
    expect(explanation).toMatchObject({
      phase: "failed",
      cause: "The synchronous start gave up waiting for modules that do not finish.",
    });
    expect(explanation.timeline).toContainEqual({
      at: expect.any(String),
      kind: "command",
      command: { type: "abandon" },
    });
  },
);

test.each(["identity-check-v1", "document-and-selfie-v1"])(
  "under a real clock, a synchronous start of %s waits for modules that take more than a minute (spec 4.3)",
  async (journey) => {
    const { now, sleep } = passingTime();
    const { v1, world } = await openService({ clock: { mode: "real" }, now, sleep, latency: 61_000 });
    const started = await v1("journey/start", startOf(journey, everything));
    expect(started.status).toBe(201);
    const { segments } = (await world.instance(started.text("instanceId")).read()).terms.definition;
    expect(now() - noon).toBe(61_000 * segments.length);
    const state = await v1("journey/state/fetch", { instanceId: started.at("instanceId") });
    expect(state.at("status")).toBe("Completed");
  },
);

test("a synchronous v1 start gives up if the time of a real clock does not pass (spec 4.3)", async () => {
  const { v1 } = await openService({ clock: { mode: "real" }, now: () => noon, sleep: async () => undefined });
  const started = await v1("journey/start", startOf("identity-check-v1", everything));
  expect(started).toMatchObject({ status: 500, body: { error: "MODULE_FAILED" } });
});

test("under a real clock, a synchronous v1 start checks its modules 40 times in two seconds (spec 4.3)", async () => {
  const { now, sleep, waits } = passingTime();
  const { v1 } = await openService({ clock: { mode: "real" }, now, sleep });
  await v1("journey/start", startOf("identity-check-v1", everything));
  expect(waits).toHaveLength(40);
  expect(now() - noon).toBe(2_000);
});

test("an instance is unknown outside the region where it started, and the control API shows the region (spec 1)", async () => {
  const { post, send, simulator } = await openService({ region: "au" });
  const config = { delivery: "page" };
  const v2Start = { resourceId: "age-check@latest", context: { config, subject: {} } };
  const v1Start = { resourceId: "identity-check-v1@latest", context: { config: { async: true } } };
  const v2 = (await post("/us/v2/captain/journey/start", v2Start)).text("instanceId");
  const v1 = (await post("/captain/api/journey/start", v1Start)).text("instanceId");
  const { instances } = await simulator.world("tester").instances();
  expect(instances.map(({ instanceId, region }) => [instanceId, region])).toEqual([
    [v2, "us"],
    [v1, "au"],
  ]);
  expect(await simulator.world("tester").instance(v2).explain()).toMatchObject({ region: "us" });
  const { requests } = await simulator.world("tester").requests.list({ limit: "2" });
  const paths = requests.map(({ request }) => request.path);
  expect(paths).toEqual(["/us/v2/captain/journey/start", "/captain/api/journey/start"]);
  const statuses = async (path: string, body: object) => {
    const found: number[] = [];
    for (const address of ["/eu", "/us", "/au", ""]) found.push((await post(address + path, body)).status);
    return found;
  };
  expect(await statuses("/v2/captain/journey/interaction/fetch", { instanceId: v2 })).toEqual([404, 200, 404, 404]);
  expect(await statuses("/captain/api/journey/task/list", { instanceId: v1 })).toEqual([404, 404, 200, 200]);
  expect(await statuses("/captain/api/journey/task/schema", { taskId: `${v1}.1` })).toEqual([404, 404, 201, 201]);
  const page = async (address: string) => (await send(`${address}/journey/${v2}`, { method: "GET" })).status;
  expect([await page("/us"), await page("/eu"), await page("")]).toEqual([200, 404, 200]);
});

const preflight = (origin: string): RequestInit => ({
  method: "OPTIONS",
  headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
});

test.each(["/eu/v2/captain/journey/start", "/captain/api/journey/start", "/as/token.oauth2"])(
  "a page from a loopback or listed origin may call %s (spec 4)",
  async (path) => {
    const { send } = await openService({ cors: ["https://app.example"] });
    for (const origin of ["http://localhost:5173", "https://127.0.0.1", "http://[::1]:80", "https://app.example"]) {
      const allowed = await send(path, preflight(origin));
      expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
      expect(allowed.headers.get("access-control-allow-headers")).toBe("authorization");
      expect(allowed.headers.get("x-request-id")).not.toBeNull();
      const refused = await send(path, { method: "POST", headers: { origin } });
      expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
      for (const name of ["X-Request-ID", "X-Sim-Basis", "Retry-After", "Deprecation"]) {
        expect(refused.headers.get("access-control-expose-headers")).toContain(name);
      }
    }
  },
);

test.each(["https://other.example", "http://localhost.example", "http://127.0.0.1.example", "null"])(
  "a page from %s may not call the service unless every origin is allowed (spec 4)",
  async (origin) => {
    for (const [cors, expected] of [
      [["https://app.example"], null],
      [["*"], "*"],
    ] as const) {
      const { send } = await openService({ cors });
      for (const init of [preflight(origin), { method: "POST", headers: { origin } }]) {
        const { headers } = await send("/v2/captain/journey/start", init);
        expect(headers.get("access-control-allow-origin")).toBe(expected);
      }
    }
  },
);

test("no page from another origin may call the control API (spec 4)", async () => {
  const { send } = await openService({ cors: ["*"] });
  for (const path of ["/_sim/worlds", "/eu/_sim/worlds"]) {
    for (const init of [preflight("http://localhost:5173"), { headers: { origin: "http://localhost:5173" } }]) {
      const { status, headers } = await send(path, init);
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(status).not.toBe(204);
    }
  }
});

test("a hosted page has no CORS header, even if every origin is allowed (spec 2.7)", async () => {
  const { send, start } = await openService({ cors: ["*"] });
  const id = await start("age-check@latest", {}, { delivery: "page" });
  const { status, headers } = await send(`/journey/${id}`, { headers: { origin: "http://localhost:5173" } });
  expect([status, headers.get("access-control-allow-origin")]).toEqual([200, null]);
});

test("an OPTIONS request that is not a preflight gets 405 (spec 4)", async () => {
  const { send } = await openService();
  for (const headers of [{}, { origin: "http://localhost:5173" }, { "access-control-request-method": "POST" }]) {
    const refused = await send("/v2/captain/journey/start", { method: "OPTIONS", headers });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST"]);
  }
});

test("an interaction fetch that is refused after the instance has ended does not cite readings about the end interaction (spec 2.5)", async () => {
  const { start, v2, world } = await openService({ profile: { readings: { "interaction-after-end": "conflict" } } });
  const instanceId = await start("age-check@latest", everything);
  await world.clock.advance({ ms: 60_000 });
  const { status, basis } = await v2("journey/interaction/fetch", { instanceId });
  expect(status).toBe(409);
  expect(basis).toContain("interaction-after-end=conflict");
  expect(basis.filter((id) => /layout|outcome|shape/.test(id))).toEqual([]);
});

test("echoes a request id of at most 128 letters, digits, dots, dashes and underscores (spec 7; gap x-request-id-echo)", async () => {
  const { post } = await openService({ profile: { readings: { "x-request-id-echo": "echoed" } } });
  const idOf = async (id: string) =>
    (await post("/v2/captain/journey/state/fetch", {}, { "x-request-id": id })).headers.get("x-request-id");
  const longest = `a.b-c_${"7".repeat(122)}`;
  expect(await idOf(longest)).toBe(longest);
  for (const id of [`${longest}7`, "two words", "a/b", '"quoted"']) expect(await idOf(id)).toMatch(/^[\da-f-]{36}$/);
});

test("the journal shows why a token request was refused, and cites the rule about `assisted` (spec 2.7, 4.1)", async () => {
  const { send, v2, world } = await openService();
  const fields = { grant_type: "refresh_token", client_id: "tester", client_secret: "secret" };
  expect((await send("/as/token.oauth2", form(fields))).status).toBe(400);
  const { requests } = await world.requests.list({ status: "400" });
  expect(requests).toMatchObject([{ response: { body: { error: "unsupported_grant_type" } } }]);
  const config = { delivery: "api", assisted: "yes" };
  const refused = await v2("journey/start", { resourceId: "age-check@latest", context: { config, subject: {} } });
  expect(refused).toMatchObject({ status: 400, basis: expect.arrayContaining(["start-assisted-boolean"]) });
});

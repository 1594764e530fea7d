import { ErrorBody } from "@journey-kit/schemas";
import { FaultAction, type FaultCondition } from "@journey-kit/schemas/control";
import { type FaultActionType, faultActionOf, faultActionTypes } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import * as z from "zod";
import { toPlan } from "../../../test/fault.ts";
import { address, form, noon, openService } from "../../../test/service.ts";
import type { SimulatorOptions } from "../../service.ts";

/** Opens a world whose fault plan has one rule. */
async function openFaulty(when: FaultCondition, action: FaultAction, options: SimulatorOptions = {}) {
  const service = await openService(options);
  await service.world.faults.set(toPlan(when, action));
  const count = async () => (await service.world.instances()).instances.length;
  const start = () => service.v2("journey/start", age);
  const raw = (path: string, body: unknown) =>
    service.simulator.fetch(
      new Request(`${address}/v2/captain/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  return { ...service, count, start, raw };
}

const fields = { grant_type: "client_credentials", client_id: "tester", client_secret: "s", scope: "service.token" };
const age = { resourceId: "age-check@latest", context: { config: { delivery: "api" }, subject: {} } };
const onStart = { endpoint: "v2.startJourney", nth: 1 } as const;

test("a status fault replaces the response, and the endpoint does not run (spec 7)", async () => {
  const { start, count } = await openFaulty(onStart, { type: "status", status: 503, retryAfter: 7 });
  const struck = await start();
  expect([struck.status, struck.headers.get("retry-after"), await count()]).toEqual([503, "7", 0]);
  expect(ErrorBody.safeParse(struck.body).success).toBe(true);
  expect(struck.headers.get("x-request-id")).not.toBeNull();
  expect((await start()).status).toBe(201);
});

test("a status fault sends Retry-After as a date on the clock of the world, also after the clock has moved (spec 7)", async () => {
  const then = { type: "status", status: 503, retryAfter: 7, retryAfterDate: true } as const;
  const { start, world } = await openFaulty({}, then, { clock: { mode: "frozen", at: noon } });
  const retryAfter = async () => (await start()).headers.get("retry-after");
  expect(await retryAfter()).toBe(new Date(noon + 7_000).toUTCString());
  await world.clock.advance({ ms: 86_400_000 });
  expect(await retryAfter()).toBe(new Date(noon + 86_407_000).toUTCString());
  await world.clock.advance({ ms: 1 });
  expect(await retryAfter()).toBe(new Date(noon + 86_408_000).toUTCString());
});

test("the response of a status fault has CORS headers, so that a web page can read the response (spec 7)", async () => {
  const origin = "https://app.example";
  const { post, world } = await openService({ cors: [origin] });
  await world.faults.set(toPlan(onStart, { type: "status", status: 503 }));
  const struck = await post("/v2/captain/journey/start", age, { origin });
  expect([struck.status, struck.headers.get("access-control-allow-origin")]).toEqual([503, origin]);
});

test("under a delay fault, a request is recorded before the delay, and its reported duration includes the delay (spec 7)", async () => {
  let now = noon;
  const durations: number[] = [];
  const recorded: number[] = [];
  const { start, simulator } = await openFaulty(
    onStart,
    { type: "delay", ms: 400 },
    {
      now: () => now,
      onRequest: ({ duration }) => durations.push(duration),
      sleep: async (duration) => {
        const { requests } = await simulator.world("tester").requests.list({ endpoint: "v2.startJourney" });
        recorded.push(requests.length);
        now += duration;
      },
    },
  );
  await start();
  expect([durations.at(-1), recorded]).toEqual([400, [1]]);
});

test("a status fault sends the body from the plan as JSON or HTML (spec 7)", async () => {
  const own = await openFaulty(onStart, { type: "status", status: 418, body: { odd: true } });
  expect(await own.start()).toMatchObject({ status: 418, body: { odd: true } });
  const page = await openFaulty(onStart, { type: "status", status: 502, body: "<h1>Bad Gateway</h1>" });
  const struck = await page.start();
  expect([struck.body, struck.headers.get("content-type")]).toEqual([
    "<h1>Bad Gateway</h1>",
    "text/html; charset=utf-8",
  ]);
});

test("a start whose response is lost still creates an instance, and a retry creates a second one (spec 4.2)", async () => {
  const { start, count, world } = await openFaulty(onStart, { type: "dropResponse" });
  await expect(start()).rejects.toThrow(TypeError);
  expect(await count()).toBe(1);
  expect((await start()).status).toBe(201);
  expect(await count()).toBe(2);
  expect((await world.faults.hits()).hits).toMatchObject([
    { endpoint: "v2.startJourney", call: 1, action: { type: "dropResponse" } },
  ]);
});

test("the journal records a lost response, and notes that a repeated start created a second journey (spec 4.2)", async () => {
  const { start, world } = await openFaulty(onStart, { type: "dropResponse" });
  await expect(start()).rejects.toThrow(TypeError);
  await start();
  const [lost, again] = (await world.requests.list({ endpoint: "v2.startJourney" })).requests;
  expect(lost).toMatchObject({
    fault: { rule: "rules[0]", action: { type: "dropResponse" } },
    response: { status: 201 },
  });
  expect(again?.notices).toEqual([
    `This start repeats request ${lost?.sequence}, whose response was lost. The client started two journeys: ${lost?.instanceId} and ${again?.instanceId}.`,
  ]);
  expect(lost?.notices).toBeUndefined();
});

test("the journal adds no notice if a start differs from the start whose response was lost (spec 4.2)", async () => {
  const { start, v2, world } = await openFaulty(onStart, { type: "dropResponse" });
  await expect(start()).rejects.toThrow(TypeError);
  await v2("journey/start", { ...age, context: { ...age.context, subject: { uid: "other" } } });
  expect((await world.requests.list({ endpoint: "v2.startJourney" })).requests.at(-1)?.notices).toBeUndefined();
});

test("the journal records the instance id of a request that a fault stopped before the endpoint ran", async () => {
  const { start, v2, world } = await openFaulty({ endpoint: "v2.fetchState" }, { type: "status", status: 503 });
  const { instanceId } = (await start()).body as { instanceId: string }; // the body of a successful start
  await v2("journey/state/fetch", { instanceId });
  const [struck, ...more] = (await world.requests.list({ instance: instanceId, status: "503" })).requests;
  expect(more).toEqual([]);
  expect(struck).toMatchObject({ instanceId, fault: { rule: "rules[0]", action: { type: "status", status: 503 } } });
  expect((await world.instance(instanceId).explain()).lastFault).toEqual({
    at: struck?.at,
    exchange: struck?.sequence,
    endpoint: "v2.fetchState",
    rule: "rules[0]",
    action: { type: "status", status: 503 },
  });
});

test.each([
  { type: "delay", ms: 0 },
  { type: "status", status: 503 },
] as const)(
  "the journal does not record the instanceId of an unknown instance when the fault %j hits",
  async (action) => {
    const { v2, v1, world } = await openFaulty({}, action, { sleep: async () => undefined });
    const made = ["Ada Lovelace, born 1815", "Ada".repeat(10_000)];
    for (const instanceId of made) {
      await v2("journey/state/fetch", { instanceId });
      await v1("journey/task/list", { instanceId });
    }
    const { requests } = await world.requests.list();
    expect(requests.map(({ fault }) => fault?.action)).toEqual([undefined, action, action, action, action]);
    expect(requests.map(({ instanceId }) => instanceId)).toEqual(requests.map(() => undefined));
    expect(JSON.stringify(requests)).not.toContain("Ada");
  },
);

test("a token request that gets a status fault appears in the client's journal (spec 4.1)", async () => {
  const { world, simulator } = await openFaulty({ endpoint: "token.requestToken" }, { type: "status", status: 500 });
  await simulator.fetch(new Request(`${address}/as/token.oauth2`, form(fields)));
  const [struck] = (await world.requests.list({ endpoint: "token.requestToken", status: "500" })).requests;
  expect(struck?.fault).toEqual({ rule: "rules[0]", action: { type: "status", status: 500 } });
});

test("a delayed or slow response arrives completely (spec 4.2)", async () => {
  const waits: number[] = [];
  const sleep = async (duration: number) => void waits.push(duration);
  const delayed = await openFaulty(onStart, { type: "delay", ms: 5_000 }, { sleep });
  expect((await delayed.start()).status).toBe(201);
  expect(waits.splice(0)).toEqual([5_000]);
  const slow = await openFaulty(onStart, { type: "slowBody", ms: 7_000 }, { sleep });
  expect((await slow.start()).text("instanceId")).toHaveLength(24);
  const sum = () => waits.splice(0).reduce((before, wait) => before + wait, 0);
  expect(waits.length).toBeGreaterThan(1);
  expect(sum()).toBeCloseTo(7_000);
  const short = await openFaulty({ endpoint: "v2.submitInteraction" }, { type: "slowBody", ms: 7_000 }, { sleep });
  await short.submit((await short.start()).text("instanceId"), "DateOfBirth");
  expect(sum()).toBeCloseTo(7_000); // a body of 20 bytes
});

test("a token fault expires or revokes a token for one poll, and the next poll succeeds (spec 5)", async () => {
  for (const [type, problem] of [
    ["expireToken", "expired"],
    ["revokeToken", "revoked"],
  ] as const) {
    const { start, v2 } = await openFaulty({ endpoint: "v2.fetchState", nth: 2 }, { type });
    const instanceId = (await start()).text("instanceId");
    const polls = [];
    for (let i = 0; i < 3; i += 1) polls.push(await v2("journey/state/fetch", { instanceId }));
    expect(polls.map(({ status }) => status)).toEqual([200, 401, 200]);
    expect(polls[1]?.text("errors[0].problem")).toContain(problem);
  }
});

test.each(["expireToken", "revokeToken"] as const)(
  "the fault %s on a token request issues a token that is permanently invalid (spec 4.1)",
  async (type) => {
    const service = await openFaulty({ endpoint: "token.requestToken", nth: 1 }, { type });
    const [first, second] = [await service.renew(), await service.renew()];
    for (let i = 0; i < 2; i += 1) expect((await first.v2("journey/start", age)).status).toBe(401);
    expect((await second.v2("journey/start", age)).status).toBe(201);
  },
);

test("a token expires earlier than announced under a clockSkew fault (spec 5)", async () => {
  const { start, world } = await openFaulty({}, { type: "clockSkew", ms: 600_000 });
  await world.clock.advance({ ms: 3_000_000 - 1 });
  expect((await start()).status).toBe(201);
  await world.clock.advance({ ms: 1 });
  expect(await start()).toMatchObject({ status: 401, body: { errors: [{ name: "EXPIRED_TOKEN" }] } });
});

test("a token is valid for the seconds in an expiresIn fault, and the response says so (spec 4.1, 5)", async () => {
  const { send, simulator, world } = await openService();
  await world.faults.set(toPlan({}, { type: "tokenLifetime", expiresIn: 5 }));
  const { body } = await send("/as/token.oauth2", form(fields));
  expect(body).toMatchObject({ expires_in: 5 });
  const headers = {
    authorization: `Bearer ${(body as { access_token: string }).access_token}`,
    "content-type": "application/json",
  };
  const url = `${address}/v2/captain/journey/state/fetch`;
  const fetchState = async () =>
    (await simulator.fetch(new Request(url, { method: "POST", headers, body: '{"instanceId":"none"}' }))).status;
  await world.clock.advance({ ms: 4_999 });
  expect(await fetchState()).toBe(404);
  await world.clock.advance({ ms: 1 });
  expect(await fetchState()).toBe(401);
});

test("a fault rule for one v1 instance does not affect other instances (spec 4.3)", async () => {
  const { v1, world } = await openService();
  const begin = async () =>
    (await v1("journey/start", { resourceId: "identity-check-v1@latest", context: { config: { async: true } } })).text(
      "instanceId",
    );
  const [one, other] = [await begin(), await begin()];
  await world.faults.set(toPlan({ instance: one }, { type: "status", status: 500 }));
  const poll = async (instanceId: string) => (await v1("journey/state/fetch", { instanceId })).status;
  expect([await poll(one), await poll(other)]).toEqual([500, 200]);
});

test("a response without a body cannot be truncated, so it is lost (spec 4.2)", async () => {
  const { start, send, world } = await openService();
  const page = `/journey/${await start("age-check@latest", {}, { delivery: "page" })}`;
  const shown = String((await send(page, { method: "GET" })).body);
  const fields = { page: /name="page" value="([^"]*)"/.exec(shown)?.[1] ?? "", "DateOfBirth.date": "1990-12-10" };
  await world.faults.set(toPlan({ endpoint: "hosted.submitPage" }, { type: "truncate", characters: 5 }));
  await expect(send(page, form(fields))).rejects.toMatchObject({ cause: { code: "UND_ERR_SOCKET" } });
  expect((await world.instances()).instances).not.toMatchObject([{ phase: "collecting" }]);
});

test("a fault plan hits token requests, hosted pages and device requests, but only in its own world (spec 4.1, 2.7)", async () => {
  const { world, start, v2, send } = await openService();
  const page = await start("age-check@latest", {}, { delivery: "page" });
  const connectToken = (await v2("device/start", { instanceId: page })).text("connectToken");
  await world.faults.set(toPlan({}, { type: "status", status: 503 }));
  expect((await send("/as/token.oauth2", form(fields))).status).toBe(503);
  expect((await send("/as/token.oauth2", form({ ...fields, client_id: "other" }))).status).toBe(200);
  expect((await send(`/journey/${page}`, {})).status).toBe(503);
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ connectToken }) };
  expect((await send("/v2/captain/device/connect", init)).status).toBe(503);
  const { hits } = await world.faults.hits();
  expect(hits.map(({ endpoint, instance }) => [endpoint, instance])).toEqual([
    ["token.requestToken", 0],
    ["hosted.showPage", 1],
    ["v2.connectDevice", 1],
  ]);
});

test("a response closes its connection only if the fault plan can lose responses", async () => {
  const { start, world } = await openFaulty({ endpoint: "v2.fetchState" }, { type: "dropResponse" });
  expect((await start()).headers.get("connection")).toBe("close");
  await world.faults.set(toPlan({ endpoint: "v2.fetchState" }, { type: "status", status: 500 }));
  expect((await start()).headers.get("connection")).toBeNull();
});

/** An action with the values that its schema gives as examples. */
function exampleOf(type: FaultActionType): FaultAction {
  const option = FaultAction.options.find(({ shape }) => shape.type.value === type);
  const { properties = {} } = option === undefined ? {} : z.toJSONSchema(option);
  const values = Object.entries(properties).flatMap(([name, field]) =>
    typeof field === "object" && field.examples !== undefined ? [[name, field.examples[0]]] : [],
  );
  return FaultAction.parse({ type, ...Object.fromEntries(values) });
}

/** What a caller notices of a token request and a start, half a minute before the token expires. */
async function observe(action?: FaultAction) {
  const waits: number[] = [];
  const { simulator, world, token, send } = await openService({
    clock: { mode: "frozen", at: noon },
    sleep: async (ms) => void waits.push(ms),
  });
  await world.clock.advance({ ms: 3_570_001 });
  if (action !== undefined) await world.faults.set(toPlan({}, action));
  const issued = await send("/as/token.oauth2", form(fields)).catch(() => undefined);
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const request = new Request(`${address}/v2/captain/journey/start`, {
    method: "POST",
    headers,
    body: JSON.stringify(age),
  });
  waits.splice(0);
  const response = await simulator.fetch(request).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  return {
    lifetime: /"expires_in":\d+/.exec(JSON.stringify(issued?.body) ?? "")?.[0],
    status: response?.status,
    type: response?.headers.get("content-type"),
    isComplete: text !== undefined,
    isJson: text?.startsWith("{") === true && text.endsWith("}"),
    isLate: waits.length > 0,
    isStarted: (await world.instances()).instances.length > 0,
  };
}

test.each(faultActionTypes)("a caller notices the action %s, as its row says (spec 4.2, 5, 7)", async (type) => {
  const { changes, response, breaksConnection = false } = faultActionOf({ type });
  const [usual, seen] = [await observe(), await observe(exampleOf(type))];
  expect(seen).not.toEqual(usual);
  expect(seen).toMatchObject({
    isStarted: changes === "response" || changes === "issued-token",
    isComplete: !breaksConnection,
    isLate: response === "delayed",
    ...(response === "damaged" && { isJson: false }),
    ...(response === "mislabelled" && { isJson: true }),
    ...(response === "lost" && { status: undefined }),
    ...(changes === "token" && { status: 401 }),
    ...(changes === "issued-token" && { status: 201 }),
  });
});

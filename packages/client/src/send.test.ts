import { readFileSync } from "node:fs";
import { join } from "node:path";
import { routeNames, routeOf } from "@journey-kit/schemas/routes";
import { expect, test } from "vitest";
import { start } from "../test/journey.ts";
import type { CallOptions } from "./call.ts";
import { createJourneyClient } from "./client.ts";
import type { Exchange } from "./exchange.ts";
import { repetitionOf } from "./repetition.ts";

const state = { instanceId: "i", status: "InProgress" };

/** A client whose service answers in turn, and keeps the pauses that it made and what it told. */
function open(...answers: readonly (Response | Error)[]) {
  const pauses: number[] = [];
  const told: Exchange[] = [];
  let calls = 0;
  const client = createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => "token",
    random: () => 0.5,
    now: () => 0,
    sleep: async (duration) => void pauses.push(duration),
    onExchange: (exchange) => void told.push(exchange),
    fetch: async () => {
      const answer = answers[Math.min(calls, answers.length - 1)] ?? new Error("no answer");
      calls += 1;
      if (answer instanceof Error) throw answer;
      return answer.clone();
    },
  });
  const poll = (options?: CallOptions) => client.v2.fetchState({ instanceId: "i" }, options);
  return { ...client, poll, pauses, told, calls: () => calls };
}

const failing = (status: number, headers?: Record<string, string>) =>
  Response.json({}, { status, ...(headers && { headers }) });
const refused = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });

test.each([
  ["no answer", new TypeError("fetch failed")],
  ["503", failing(503)],
  ["429", failing(429)],
  ["a page", new Response("<h1>", { status: 200 })],
])("repeats what only reads after %s, later each time (spec 4.4)", async (_, failure) => {
  const { poll, pauses, calls } = open(failure, failure, failure, Response.json(state));
  expect(await poll()).toEqual(state);
  expect([calls(), pauses]).toEqual([4, [250, 500, 1_000]]);
});

test("gives up after its retries with what was wrong last, and repeats no refusal (spec 7)", async () => {
  const troubled = open(failing(503));
  await expect(troubled.poll()).rejects.toMatchObject({ name: "ApiError", status: 503 });
  expect(troubled.calls()).toBe(4);
  await expect(troubled.poll({ retries: 0 })).rejects.toMatchObject({ status: 503 });
  expect(troubled.calls()).toBe(5);
  const wrong = open(failing(404));
  await expect(wrong.poll()).rejects.toMatchObject({ status: 404 });
  expect(wrong.calls()).toBe(1);
});

test("waits as long as Retry-After says, in seconds or until a date, unless that is too long", async () => {
  const seconds = open(failing(429, { "retry-after": "7" }), Response.json(state));
  await seconds.poll();
  expect(seconds.pauses).toEqual([7_000]);
  const dated = open(
    failing(503, { "retry-after": new Date(Date.now() + 60_000).toUTCString() }),
    Response.json(state),
  );
  await dated.poll();
  expect(dated.pauses[0]).toBeGreaterThan(50_000);
  const endless = open(failing(429, { "retry-after": "86400" }));
  await expect(endless.poll()).rejects.toMatchObject({ status: 429, retryAfter: 86_400_000 });
  expect(endless.calls()).toBe(1);
});

test.each([
  ["no answer", new TypeError("fetch failed")],
  ["a 5xx", failing(502)],
  ["an answer that cannot be read", new Response("{", { status: 201 })],
])("never repeats a start after %s, and tells what is needed to find out (spec 4.2, 4.3)", async (_, failure) => {
  const { v1, v2, calls } = open(failure);
  const subject = { uid: "record-7", identity: { firstName: "Ada" } };
  const body = { ...start, context: { ...start.context, subject } };
  const error = await v2.startJourney(body, { headers: { "X-Request-ID": "r-1" } }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "UnknownOutcomeError", route: "v2.startJourney", cause: expect.anything() });
  expect(error).toHaveProperty("sent", { at: 0, uid: "record-7", resourceId: start.resourceId, requestId: "r-1" });
  await expect(v1.startJourney(body)).rejects.toMatchObject({ name: "UnknownOutcomeError", route: "v1.startJourney" });
  expect(calls()).toBe(2);
});

test.each([400, 403, 404, 409, 415, 307])(
  "knows that a start refused with %i was not done (spec 7)",
  async (status) => {
    const { v2, calls } = open(failing(status));
    await expect(v2.startJourney(start)).rejects.toMatchObject({ name: "ApiError", status });
    expect(calls()).toBe(1);
  },
);

test("repeats a start that was turned away or found no connection, for nothing was done (gap rate-limit)", async () => {
  const { v2, calls } = open(failing(429, { "retry-after": "1" }), refused, Response.json({ instanceId: "i" }));
  expect(await v2.startJourney(start)).toEqual({ instanceId: "i" });
  expect(calls()).toBe(3);
  await expect(open(refused).v2.startJourney(start)).rejects.toBe(refused);
});

test("gives up on an answer that does not come in time, and says of a start that it may have been done", async () => {
  const client = createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => "token",
    fetch: () => new Promise(() => {}),
    sleep: async () => {},
    timeout: { attempt: 2, total: 1_000 },
  });
  const timeout = { name: "TimeoutError", route: "v2.fetchState", timeout: 2 };
  await expect(client.v2.fetchState({ instanceId: "i" })).rejects.toMatchObject(timeout);
  const total = client.v2.fetchState({ instanceId: "i" }, { timeout: { attempt: 1_000, total: 3 } });
  await expect(total).rejects.toMatchObject({ ...timeout, timeout: 3 });
  await expect(client.v2.startJourney(start)).rejects.toMatchObject({
    name: "UnknownOutcomeError",
    cause: { timeout: 2 },
  });
});

test("tells of every exchange, and nothing of its content", async () => {
  const { poll, told } = open(
    new TypeError("fetch failed"),
    failing(503, { "x-request-id": "r" }),
    Response.json(state),
  );
  await poll();
  expect(told).toEqual([
    { route: "v2.fetchState", attempt: 1, status: undefined, duration: 0, requestId: undefined, outcome: "lost" },
    { route: "v2.fetchState", attempt: 2, status: 503, duration: 0, requestId: "r", outcome: "refused" },
    { route: "v2.fetchState", attempt: 3, status: 200, duration: 0, requestId: undefined, outcome: "answered" },
  ]);
});

test("has a repetition for each endpoint that it calls, and the README tells the same", () => {
  const withoutToken = routeNames.filter((name) => routeOf(name).security === "none" && /^v[12]/.test(name));
  expect(withoutToken).toEqual(["v2.connectDevice"]); // the one that the client sends none to
  const readme = readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| `([\w.]+)` \| (\w+) \|/gm)].map(([, name, repetition]) => [name, repetition]);
  const called = routeNames.filter((name) => name !== "hosted.showPage");
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(called.map((name) => [name, repetitionOf(name)])));
});

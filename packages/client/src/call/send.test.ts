import { readFileSync } from "node:fs";
import { join } from "node:path";
import { paths } from "@journey-kit/schemas/calls";
import { type EndpointName, endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { expect, test } from "vitest";
import { start } from "../../test/journey.ts";
import { createJourneyClient } from "../client.ts";
import { retryPolicyOf } from "../recover/next-step.ts";
import type { CallOptions } from "./call.ts";
import type { Exchange } from "./exchange.ts";

const state = { instanceId: "i", status: "InProgress" };

/** Creates a client of a service with the given responses. Records the pauses of the client. */
function open(...answers: readonly (Response | Error)[]) {
  const pauses: number[] = [];
  let calls = 0;
  const client = createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => "token",
    random: () => 0.5,
    now: () => 0,
    sleep: async (duration) => void pauses.push(duration),
    fetch: async () => {
      const answer = answers[Math.min(calls, answers.length - 1)] ?? new Error("no response");
      calls += 1;
      if (answer instanceof Error) throw answer;
      return answer.clone();
    },
  });
  const poll = (options?: CallOptions) => client.v2.fetchState({ instanceId: "i" }, options);
  return { ...client, poll, pauses, calls: () => calls };
}

const failing = (status: number, headers?: Record<string, string>) =>
  Response.json({}, { status, ...(headers && { headers }) });
const refused = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });

test.each([
  ["a network error", new TypeError("fetch failed")],
  ["a 503", failing(503)],
  ["a 429", failing(429)],
  ["an HTML page", new Response("<h1>", { status: 200 })],
])("retries a read-only call after %s, with growing pauses (spec 4.4)", async (_, failure) => {
  const { poll, pauses, calls } = open(failure, failure, failure, Response.json(state));
  expect(await poll()).toEqual(state);
  expect([calls(), pauses]).toEqual([4, [250, 500, 1_000]]);
});

test("throws the last error after all retries, and does not retry a 404 (spec 7)", async () => {
  const troubled = open(failing(503));
  await expect(troubled.poll()).rejects.toMatchObject({ name: "ApiError", status: 503 });
  expect(troubled.calls()).toBe(4);
  await expect(troubled.poll({ maxRetries: 0 })).rejects.toMatchObject({ status: 503 });
  expect(troubled.calls()).toBe(5);
  const wrong = open(failing(404));
  await expect(wrong.poll()).rejects.toMatchObject({ status: 404 });
  expect(wrong.calls()).toBe(1);
});

test("obeys Retry-After, in seconds or as a date, unless the wait would exceed timeoutMs", async () => {
  const seconds = open(failing(429, { "retry-after": "7" }), Response.json(state));
  await seconds.poll();
  expect(seconds.pauses).toEqual([7_000]);
  // The clock of the client starts at 0, not at the time of the system.
  const dated = open(failing(503, { "retry-after": new Date(60_000).toUTCString() }), Response.json(state));
  await dated.poll();
  expect(dated.pauses).toEqual([60_000]);
  const endless = open(failing(429, { "retry-after": "86400" }));
  await expect(endless.poll()).rejects.toMatchObject({ status: 429, retryAfterMs: 86_400_000 });
  expect(endless.calls()).toBe(1);
});

test.each([
  ["a network error", new TypeError("fetch failed")],
  ["a 502", failing(502)],
  ["an unreadable response", new Response("{", { status: 201 })],
])(
  "does not retry a start after %s, and throws an error that identifies the start (spec 4.2, 4.3)",
  async (_, failure) => {
    const { v1, v2, calls } = open(failure);
    const subject = { uid: "record-7", identity: { firstName: "Ada" } };
    const body = { ...start, context: { ...start.context, subject } };
    const error = await v2
      .startJourney(body, { headers: { "X-Request-ID": "r-1" } })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "UnknownOutcomeError", route: "v2.startJourney", cause: expect.anything() });
    expect(error).toHaveProperty("sent", { at: 0, uid: "record-7", resourceId: start.resourceId, requestId: "r-1" });
    await expect(v1.startJourney(body)).rejects.toMatchObject({
      name: "UnknownOutcomeError",
      route: "v1.startJourney",
    });
    expect(calls()).toBe(2);
  },
);

test.each([400, 403, 404, 409, 415, 307])(
  "throws ApiError if a start is refused with %i, because nothing was started (spec 7)",
  async (status) => {
    const { v2, calls } = open(failing(status));
    await expect(v2.startJourney(start)).rejects.toMatchObject({ name: "ApiError", status });
    expect(calls()).toBe(1);
  },
);

test.each([
  [425, "1", 1_000],
  [429, "2", 2_000],
  [503, new Date(3_000).toUTCString(), 3_000],
  [503, "0", 250],
  [503, new Date(-60_000).toUTCString(), 250],
])(
  "sends a start again after a %i with Retry-After: %s (spec 7; gap rate-limit)",
  async (status, retryAfter, pauseMs) => {
    const { v2, calls, pauses } = open(
      failing(status, { "retry-after": retryAfter }),
      Response.json({ instanceId: "i" }),
    );
    expect(await v2.startJourney(start)).toEqual({ instanceId: "i" });
    expect([calls(), pauses]).toEqual([2, [pauseMs]]);
  },
);

test.each([
  [503, {}],
  [503, { "retry-after": "soon" }],
  [504, { "retry-after": "1" }],
])("does not send a start again after a %i with the headers %j (spec 4.2, 7)", async (status, headers) => {
  const { v2, calls } = open(failing(status, headers));
  await expect(v2.startJourney(start)).rejects.toMatchObject({ name: "UnknownOutcomeError" });
  expect(calls()).toBe(1);
});

test("sends a submit again after a 503 with Retry-After, without fetching the interaction first (spec 7)", async () => {
  const { v2, calls, pauses } = open(failing(503, { "retry-after": "4" }), Response.json({ status: "success" }));
  const submit = { instanceId: "i", interactionId: "one", participants: [], context: { subject: {} } };
  expect(await v2.submitInteraction(submit).withResponse()).not.toHaveProperty("isReconciled");
  expect([calls(), pauses]).toEqual([2, [4_000]]);
});

test("sends a start again after a refused connection", async () => {
  const { v2, calls } = open(refused, Response.json({ instanceId: "i" }));
  expect(await v2.startJourney(start)).toEqual({ instanceId: "i" });
  expect(calls()).toBe(2);
  await expect(open(refused).v2.startJourney(start)).rejects.toMatchObject({
    name: "ConnectionError",
    route: "v2.startJourney",
    cause: refused,
  });
});

test("throws TimeoutError if the response to a read is late, and UnknownOutcomeError if the response to a start is late", async () => {
  const client = createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => "token",
    fetch: () => new Promise(() => {}),
    sleep: async () => {},
    timeoutMs: 1_000,
    requestTimeoutMs: 2,
  });
  const timeout = { name: "TimeoutError", route: "v2.fetchState", timeoutMs: 2 };
  await expect(client.v2.fetchState({ instanceId: "i" })).rejects.toMatchObject(timeout);
  const total = client.v2.fetchState({ instanceId: "i" }, { requestTimeoutMs: 1_000, timeoutMs: 3 });
  await expect(total).rejects.toMatchObject({ ...timeout, timeoutMs: 3 });
  await expect(client.v2.startJourney(start)).rejects.toMatchObject({
    name: "UnknownOutcomeError",
    cause: { name: "TimeoutError", timeoutMs: 2 },
  });
});

test("onExchange is told of every attempt, without request or response data, and cannot make a call fail", async () => {
  const failed = new Response(null, { status: 500, headers: { "x-request-id": "r" } });
  const responses = [new TypeError("fetch failed"), new Response("<h1>"), failed, Response.json(state)];
  const told: Exchange[] = [];
  let at = 0;
  const client = createJourneyClient({
    baseUrl: "https://eu.example//",
    auth: () => "token",
    now: () => at,
    sleep: async () => {},
    onExchange: (exchange) => {
      told.push(exchange);
      throw new Error("full disk");
    },
    async fetch({ url, signal }) {
      at += 7;
      expect(url).toBe(`https://eu.example${paths["v2.fetchState"]}`);
      const next = responses.shift();
      if (next instanceof Error) throw next;
      return next ?? new Promise((_, reject) => signal.addEventListener("abort", reject));
    },
  });
  expect(await client.v2.fetchState({ instanceId: "i" })).toEqual(state);
  const late = client.v2.fetchState({ instanceId: "i" }, { requestTimeoutMs: 1, maxRetries: 0 });
  await expect(late).rejects.toMatchObject({ name: "TimeoutError" });
  const common = { route: "v2.fetchState", durationMs: 7, requestId: undefined };
  expect(told).toEqual([
    { ...common, attempt: 1, status: undefined, outcome: "lost" },
    { ...common, attempt: 2, status: 200, outcome: "unreadable" },
    { ...common, attempt: 3, status: 500, outcome: "refused", requestId: "r" },
    { ...common, attempt: 4, status: 200, outcome: "answered" },
    { ...common, attempt: 1, status: undefined, outcome: "timeout" },
  ]);
});

/** Whether the client has a method for an endpoint. */
const isCalled = (name: EndpointName): name is keyof typeof paths => Object.hasOwn(paths, name);

test("the guide lists the retry policy of each endpoint", () => {
  const called = endpointNames.filter(isCalled);
  const withoutToken = called.filter((name) => endpointOf(name).security === "none" && /^v[12]/.test(name));
  expect(withoutToken).toEqual(["v2.connectDevice"]); // the only v1 or v2 endpoint that needs no access token
  const guide = readFileSync(join(import.meta.dirname, "../../../../docs/src/content/docs/guides/client.md"), "utf8");
  const rows = [...guide.matchAll(/^\| `(\w+\.\w+)` \| (\w+) \|/gm)].map(([, name, policy]) => [name, policy]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(called.map((name) => [name, retryPolicyOf(name)])));
});

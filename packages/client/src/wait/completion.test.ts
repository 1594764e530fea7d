import { expect, expectTypeOf, test } from "vitest";
import { subjectOf } from "../../test/people.ts";
import { createTestWorld, type TestWorld, type TestWorldOptions } from "../../test/world.ts";
import type { ResponseOf } from "../call/methods.ts";
import type { Fetch } from "../call/response.ts";
import { ConnectionError } from "../errors.ts";
import { waitForCompletion } from "./completion.ts";
import { toInstanceResult } from "./result.ts";
import { waitForCompletion as waitForV1Completion } from "./v1.ts";

const start = async ({ client }: TestWorld, lastName = "Lovelace") =>
  (
    await client.v2.startJourney({
      resourceId: "identity-check@latest",
      context: { config: { delivery: "api" }, subject: subjectOf(lastName) },
    })
  ).instanceId;

const startV1 = async ({ client }: TestWorld, lastName = "Lovelace") =>
  (
    await client.v1.startJourney({
      resourceId: "identity-check-v1@latest",
      context: { config: { async: true }, subject: subjectOf(lastName) },
    })
  ).instanceId;

/** Creates a world with a started instance. */
async function started(options: TestWorldOptions, lastName?: string) {
  const opened = createTestWorld(options);
  const instanceId = await start(opened, lastName);
  const polledAt = () => opened.reached.filter(({ path }) => path === "state/fetch").map(({ at }) => at);
  return { ...opened, instanceId, polledAt };
}

/** Replaces the responses to some state requests. */
const replacing =
  (answer: (count: number) => Response | Error | undefined) =>
  (fetch: Fetch): Fetch => {
    let count = 0;
    return async (request) => {
      const isPoll = request.url.endsWith("state/fetch");
      if (isPoll) count += 1;
      const struck = isPoll ? answer(count) : undefined;
      const reached = await fetch(request);
      if (struck instanceof Error) throw struck;
      return struck ?? reached;
    };
  };

test("polls every 10 seconds until the instance is completed, then stops (spec 4.4)", async () => {
  const { client, instanceId, polledAt } = await started({ latency: 35_000 });
  const { status, state } = await waitForCompletion(client, instanceId);
  expect(status).toBe("completed");
  expect(state?.status).toBe("Completed");
  expect(polledAt()).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
});

test.each(["specified", "observed"] as const)(
  "returns the result of a v1 or v2 instance under the profile %s (spec 4.2, 4.3, 9)",
  async (profile) => {
    for (const [lastName, outcome] of [
      ["Lovelace", "accept"],
      ["Testreject", "reject"],
    ] as const) {
      const opened = createTestWorld({ profile });
      const v2 = await waitForCompletion(opened.client, await start(opened, lastName));
      expectTypeOf(v2.state).toEqualTypeOf<ResponseOf<"v2.fetchState"> | undefined>();
      const v1 = await waitForV1Completion(opened.client, await startV1(opened, lastName));
      expectTypeOf(v1.state).toEqualTypeOf<ResponseOf<"v1.fetchState"> | undefined>();
      for (const { status, state } of [v1, v2]) {
        if (state === undefined) throw new Error("expected a state");
        const result = toInstanceResult(state);
        expect([status, result.outcome]).toEqual(["completed", outcome]);
        expect(result.steps.length).toBeGreaterThan(0);
      }
    }
  },
);

test.each(["failed", "error", "error-in-state"] as const)(
  "returns the status `failed` if the service reports Failed or Error (spec 3.1; gap failure-status: %s)",
  async (reading) => {
    const opened = await started({ profile: { readings: { "failure-status": reading } } }, "Testfail");
    expect(await waitForCompletion(opened.client, opened.instanceId)).toMatchObject({ status: "failed" });
  },
);

test("polls less often after failed polls, and at the usual interval after a successful one (spec 4.4)", async () => {
  const answers = [
    new TypeError("fetch failed"),
    new Response(null, { status: 503 }),
    new Response(null, { status: 429 }),
    new Response("<h1>a page</h1>"),
    new Response(null, { status: 408 }),
  ];
  const { client, instanceId, polledAt } = await started({
    latency: 250_000,
    wrapFetch: replacing((count) => answers[count - 1]),
  });
  const seen: string[] = [];
  const { status } = await waitForCompletion(client, instanceId, {
    onProgress: ({ phase, polls }) => seen.push(`${polls} ${phase}`),
  });
  expect(status).toBe("completed");
  expect(polledAt().slice(0, 8)).toEqual([0, 20_000, 60_000, 120_000, 180_000, 240_000, 250_000]);
  const phases = [...answers.map(() => "unanswered"), "running", "completed"];
  expect(seen).toEqual(phases.map((phase, i) => `${i + 1} ${phase}`));
});

test.each([
  [404, "the instance is unknown"],
  [401, "the token is refused"],
  [400, "the request is malformed"],
])("throws an ApiError at once after a %i, because polling again cannot help if %s (spec 7)", async (status) => {
  const wrapFetch = replacing((count) => (count >= 2 ? Response.json({ errors: [] }, { status }) : undefined));
  const { client, instanceId } = await started({ latency: 50_000, wrapFetch });
  await expect(waitForCompletion(client, instanceId)).rejects.toMatchObject({ name: "ApiError", status });
});

test("waits as long as Retry-After says before the next poll, even beyond the maximum pause (spec 7)", async () => {
  const refusing = (status: number, seconds: number) =>
    new Response(null, { status, headers: { "retry-after": `${seconds}` } });
  const answers = [refusing(503, 45), refusing(429, 90), refusing(503, 1)];
  const { client, instanceId, polledAt } = await started({
    latency: 250_000,
    wrapFetch: replacing((count) => answers[count - 1]),
  });
  await waitForCompletion(client, instanceId);
  expect(polledAt().slice(0, 5)).toEqual([0, 45_000, 135_000, 195_000, 205_000]);
});

test("reports a pause and keeps polling, unless stopOn lists paused (gap paused-polling)", async () => {
  const { client, world, instanceId } = await started({ latency: 5_000 });
  await world.instance(instanceId).pause();
  const seen: string[] = [];
  const end = waitForCompletion(client, instanceId, {
    async onProgress({ phase, polls }) {
      seen.push(phase);
      if (polls === 3) await world.instance(instanceId).resume();
    },
  });
  expect(await waitForCompletion(client, instanceId, { stopOn: ["paused"] })).toMatchObject({ status: "paused" });
  expect(await end).toMatchObject({ status: "completed" });
  expect(seen.slice(0, 3)).toEqual(["paused", "paused", "paused"]);
});

test.each(["by-tester", "in-review"] as const)(
  "waits for a review until timeoutMs has passed, and then returns the outcome `undecided` (gaps refer-ends-journey, paused: %s)",
  async (paused) => {
    const profile = { readings: { "refer-ends-journey": "no", paused } } as const;
    const { client, world, instanceId } = await started({ profile }, "Testrefer");
    const { status, state } = await waitForCompletion(client, instanceId, { timeoutMs: 600_000 });
    if (state === undefined) throw new Error("expected a state");
    expect([status, toInstanceResult(state).outcome]).toEqual(["timeout", "undecided"]);
    await world.instance(instanceId).review({ outcome: "accept" });
    expect(await waitForCompletion(client, instanceId)).toMatchObject({ status: "completed" });
  },
);

test("reports a pending review or an unknown status and keeps polling, unless stopOn lists it (spec 2.2)", async () => {
  const context = { process: { steps: [], result: { status: "pending", outcome: "Refer", advice: {} } } };
  const odd = [{ status: "InProgress", context }, { status: "Suspended" }];
  const wrapFetch = replacing((count) => (count > 2 ? undefined : Response.json(odd[count - 1])));
  const { client, instanceId } = await started({ wrapFetch });
  const seen: string[] = [];
  await waitForCompletion(client, instanceId, { onProgress: ({ phase }) => seen.push(phase) });
  expect(seen).toEqual(["reviewing", "unknown", "completed"]);
  const again = await started({ wrapFetch: replacing((count) => Response.json(odd[count - 1])) });
  expect(await waitForCompletion(again.client, again.instanceId, { stopOn: ["reviewing"] })).toMatchObject({
    status: "reviewing",
  });
  expect(await waitForCompletion(again.client, again.instanceId, { stopOn: ["unknown"] })).toMatchObject({
    status: "unknown",
  });
});

test("polls once more at timeoutMs, then returns the last state and the last error", async () => {
  const failing = replacing((count) => (count === 4 ? new TypeError("fetch failed") : undefined));
  const { client, instanceId, polledAt } = await started({ wrapFetch: failing }, "Testnever");
  const { status, ...last } = await waitForCompletion(client, instanceId, { timeoutMs: 25_000 });
  expect(polledAt()).toEqual([0, 10_000, 20_000, 25_000]);
  expect(status).toBe("timeout");
  expect(last).toMatchObject({
    state: { status: "InProgress" },
    error: { name: "ConnectionError", cause: { message: "fetch failed" } },
  });
});

test("returns no state if every poll fails until the wait times out", async () => {
  const { client, instanceId } = await started({ wrapFetch: replacing(() => new TypeError("fetch failed")) });
  expect(await waitForCompletion(client, instanceId, { timeoutMs: 0 })).toEqual({
    status: "timeout",
    state: undefined,
    error: expect.any(ConnectionError),
  });
});

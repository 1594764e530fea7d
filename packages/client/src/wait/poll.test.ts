import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../../vitest.shared.ts";
import { subjectOf } from "../../test/people.ts";
import { createTestWorld, type TestWorldOptions } from "../../test/world.ts";
import { createJourneyClient } from "../client.ts";
import { waitForCompletion } from "./completion.ts";
import type { Progress } from "./options.ts";

async function started(options: TestWorldOptions) {
  const opened = createTestWorld(options);
  const { instanceId } = await opened.client.v2.startJourney({
    resourceId: "age-check@latest",
    context: { config: { delivery: "api" }, subject: subjectOf("Lovelace") },
  });
  return { ...opened, instanceId };
}

test("reports every poll to a loop and to a callback, and ends the loop with the wait", async () => {
  const { client, instanceId } = await started({ latency: 25_000 });
  const told: Progress<{ readonly phase: "running" }>["phase"][] = [];
  const looped: typeof told = [];
  const wait = waitForCompletion(client, instanceId, {
    onProgress: ({ phase }) => told.push(phase as "running"),
  });
  for await (const { phase } of wait) looped.push(phase as "running");
  expect(looped).toEqual(["running", "running", "running", "completed"]);
  expect(told).toEqual(looped);
  expect(await wait).toMatchObject({ status: "completed" });
});

test("delivers every poll to a slow loop, even after the wait has ended", async () => {
  const { client, instanceId } = await started({ latency: 25_000 });
  const wait = waitForCompletion(client, instanceId);
  const looped: number[] = [];
  for await (const { polls } of wait) {
    looped.push(polls);
    await wait;
  }
  expect(looped).toEqual([1, 2, 3, 4]);
});

test("sends nothing after its loop is left", async () => {
  const { client, world, instanceId, reached } = await started({ latency: 60_000 });
  const wait = waitForCompletion(client, instanceId);
  for await (const { polls } of wait) if (polls === 2) break;
  const before = reached.length;
  await expect(wait).rejects.toMatchObject({ name: "AbortError" });
  await world.clock.sleep(120_000);
  expect(reached.length).toBe(before);
});

test("a failed wait or a throwing callback fails the loop", async () => {
  const { client, instanceId } = await started({ latency: 60_000 });
  const loop = async (wait: AsyncIterable<unknown>) => {
    for await (const _ of wait);
  };
  await expect(loop(waitForCompletion(client, "unknown-instance-1"))).rejects.toMatchObject({ status: 404 });
  const onProgress = () => {
    throw new Error("mine");
  };
  await expect(loop(waitForCompletion(client, instanceId, { onProgress }))).rejects.toThrow("mine");
});

/** A service whose instance never ends. The scheduler controls its delays, its failures and the clock. */
function createEndless(s: fc.Scheduler) {
  const requests: string[] = [];
  const client = createJourneyClient({
    baseUrl: "https://eu.example",
    authUrl: "https://auth.example",
    auth: { clientId: "client", clientSecret: "client-secret" },
    async fetch({ url }) {
      requests.push(url);
      await s.schedule(Promise.resolve(), url);
      if (url.includes("auth")) return Response.json({ access_token: "t", expires_in: 1 });
      return requests.length % 3 === 0 ? new Response(null, { status: 503 }) : Response.json({ status: "InProgress" });
    },
    now: () => requests.length * 1_000,
    sleep: async () => void (await s.schedule(Promise.resolve(), "sleep")), // and ignores the signal
  });
  return { client, requests };
}

const runs = isThorough ? 5_000 : 1_000;

test(`sends no request after its signal aborts, at ${runs} random points`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 0, max: 40 }), async (s, point) => {
      const { client, requests } = createEndless(s);
      const controller = new AbortController();
      const wait = waitForCompletion(client, "instance-00000001", { signal: controller.signal });
      const ended = wait.then(
        () => "answered",
        (reason: unknown) => reason,
      );
      for (let i = 0; i < point && s.count() > 0; i += 1) await s.waitOne();
      const sent = requests.length;
      controller.abort("stop");
      expect(await ended).toBe("stop");
      for (let i = 0; i < 10 && s.count() > 0; i += 1) await s.waitOne();
      expect(requests.length).toBe(sent);
    }),
    { numRuns: runs },
  );
});

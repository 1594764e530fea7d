import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../../vitest.shared.ts";
import { subjectOf } from "../../test/people.ts";
import { createTestWorld, type TestWorldOptions } from "../../test/world.ts";
import { createJourneyClient } from "../client.ts";
import { waitForCompletion } from "./completion.ts";

async function started(options: TestWorldOptions) {
  const opened = createTestWorld(options);
  const { instanceId } = await opened.client.v2.startJourney({
    resourceId: "age-check@latest",
    context: { config: { delivery: "api" }, subject: subjectOf("Lovelace") },
  });
  return { ...opened, instanceId };
}

test("rejects with the error that onProgress throws, and sends nothing more", async () => {
  const { client, world, instanceId, reached } = await started({ latency: 60_000 });
  const onProgress = () => {
    throw new Error("mine");
  };
  await expect(waitForCompletion(client, instanceId, { onProgress })).rejects.toThrow("mine");
  const before = reached.length;
  await world.clock.sleep(120_000);
  expect(reached.length).toBe(before);
});

test("a second call with the same instance id continues an aborted wait", async () => {
  const { client, instanceId, reached } = await started({ latency: 25_000 });
  const controller = new AbortController();
  const first = waitForCompletion(client, instanceId, {
    signal: controller.signal,
    onProgress: ({ polls }) => polls === 2 && controller.abort("process ends"),
  });
  await expect(first).rejects.toBe("process ends");
  expect(await waitForCompletion(client, instanceId)).toMatchObject({ status: "completed" });
  expect(reached.filter(({ path }) => path === "start")).toHaveLength(1);
});

test("rejects at once if the token is not a valid header value, because polling again cannot help", async () => {
  let calls = 0;
  const client = createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => {
      calls += 1;
      return "two\nlines";
    },
    sleep: async () => {},
  });
  await expect(waitForCompletion(client, "instance-00000001")).rejects.toThrow(TypeError);
  expect(calls).toBe(1);
});

/** Creates a client of a service whose instance never ends. The scheduler controls delays, failures and the clock. */
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
    sleep: async () => void (await s.schedule(Promise.resolve(), "sleep")), // ignores the signal
  });
  return { client, requests };
}

const runs = isThorough ? 5_000 : 1_000;

test(`sends no request after an abort, whenever the abort happens (${runs} random schedules)`, async () => {
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

import { expect, test } from "vitest";
import { subjectOf } from "../../test/people.ts";
import { createTestWorld, type TestWorldOptions } from "../../test/world.ts";
import { createJourneyClient } from "../client.ts";
import type { SubjectInput } from "../types/subject.ts";
import { waitForInteraction } from "./interaction.ts";

const person: SubjectInput = { identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" } };

async function started(options: TestWorldOptions, subject: SubjectInput = person) {
  const opened = createTestWorld(options);
  const { instanceId } = await opened.client.v2.startJourney({
    resourceId: "document-and-selfie@latest",
    context: { config: { delivery: "api" }, subject },
  });
  return { ...opened, instanceId };
}

test.each([
  ["processing", "flat"],
  ["not-found", "nested"],
  ["conflict", "flat"],
] as const)(
  "waits while modules run, then returns the next interaction (spec 4.4; gaps interaction-while-running: %s, interaction-fetch-layout: %s)",
  async (running, layout) => {
    const readings = { "interaction-while-running": running, "interaction-fetch-layout": layout };
    const { client, instanceId, reached } = await started({ latency: 15_000, profile: { readings } });
    const ready = await waitForInteraction(client, instanceId);
    expect(ready).toMatchObject({
      status: "interaction",
      interaction: {
        interactionId: expect.stringContaining("document"),
        collects: [{ element: "PrimaryDocument", need: "required" }],
        outstanding: ["PrimaryDocument"],
      },
    });
    const fetches = reached.filter(({ path }) => path === "interaction/fetch");
    expect(fetches.map(({ at }) => at)).toEqual([0, 10_000, 20_000]);
  },
);

test.each(["end-interaction", "conflict"] as const)(
  "returns the status `completed` or `failed` if the instance has ended (gap interaction-after-end: %s)",
  async (reading) => {
    const profile = { readings: { "interaction-after-end": reading } };
    const rejected = await started({ profile, latency: 0 }, subjectOf("Testreject"));
    const isConflict = reading === "conflict"; // the client then fetches the state
    const completed = {
      status: "completed",
      ...(isConflict && { state: expect.objectContaining({ status: "Completed" }) }),
    };
    expect(await waitForInteraction(rejected.client, rejected.instanceId)).toEqual(completed);
    const failed = await started({ profile, latency: 0 }, subjectOf("Testfail"));
    const error = { status: "failed", ...(isConflict && { state: expect.objectContaining({ status: "Failed" }) }) };
    expect(await waitForInteraction(failed.client, failed.instanceId)).toEqual(error);
  },
);

test("returns the names of outstanding elements even if the service lists fields (gap outstanding-granularity)", async () => {
  const profile = { readings: { "outstanding-granularity": "fields" } } as const;
  const { client, instanceId } = await started({ profile }, {});
  const ready = await waitForInteraction(client, instanceId);
  expect(ready).toMatchObject({ interaction: { outstanding: ["FullName", "DateOfBirth"] } });
});

test("waits while an instance is paused, unless stopOn lists paused, and stops at timeoutMs (gap paused-polling)", async () => {
  const { client, world, instanceId } = await started({}, {});
  await world.instance(instanceId).pause();
  expect(await waitForInteraction(client, instanceId, { stopOn: ["paused"] })).toEqual({ status: "paused" });
  expect(await waitForInteraction(client, instanceId, { timeoutMs: 30_000 })).toEqual({ status: "timeout" });
  const wait = waitForInteraction(client, instanceId);
  await world.instance(instanceId).resume();
  expect(await wait).toMatchObject({ status: "interaction" });
});

test("throws an error if the instance is unknown or a required end-user token is missing (spec 5, 7)", async () => {
  const { client } = createTestWorld();
  await expect(waitForInteraction(client, "unknown-instance-1")).rejects.toMatchObject({
    status: 404,
    route: "v2.fetchState",
  });
  const profile = { readings: { "interaction-token": "end-user" } } as const;
  const own = await started({ profile }, {});
  await expect(waitForInteraction(own.client, own.instanceId)).rejects.toMatchObject({ status: 403 });
  const { connectToken } = await own.client.v2.startDevice({ instanceId: own.instanceId });
  const { endUserToken } = await own.client.v2.connectDevice({ connectToken });
  const ready = await waitForInteraction(own.client, own.instanceId, { token: endUserToken });
  expect(ready).toMatchObject({ status: "interaction" });
});

/** Creates a client whose service returns the given bodies or statuses in turn. The last one repeats. */
function replying(...replies: readonly (object | number)[]) {
  let count = 0;
  const pauses: number[] = [];
  const client = createJourneyClient({
    baseUrl: "https://eu.example",
    auth: () => "token",
    async fetch() {
      const reply = replies[Math.min(count, replies.length - 1)] ?? {};
      count += 1;
      return typeof reply === "number" ? Response.json({}, { status: reply }) : Response.json(reply);
    },
    now: () => pauses.reduce((sum, pause) => sum + pause, 0),
    sleep: async (duration) => void pauses.push(duration),
  });
  return { client, pauses };
}

const collecting = {
  interactionId: "i",
  collects: ["FullName", { ref: "SSN", spec: "optional" }],
  outstanding: ["SSN"],
};

test.each(["Paused", "Completed", "Failed", "Error"])(
  "returns no interaction of an instance with the status %s, even if the response contains one (spec 3.1, 4.4)",
  async (status) => {
    const { client } = replying({ ...collecting, status });
    const ended = await waitForInteraction(client, "i", { stopOn: ["paused"] });
    expect(ended).toEqual({ status: status === "Error" ? "failed" : status.toLowerCase() });
  },
);

test.each([
  ["lists no element", { ...collecting, collects: [] }],
  ["has no interaction id", { ...collecting, interactionId: undefined }],
])("continues to wait after a response that %s (spec 2.5)", async (_, body) => {
  const { client, pauses } = replying({ ...body, status: "InProgress" }, { ...collecting, status: "InProgress" });
  const ready = await waitForInteraction(client, "i");
  expect(ready).toMatchObject({
    interaction: {
      collects: [
        { element: "FullName", need: "required" },
        { element: "SSN", need: "optional" },
      ],
      outstanding: ["SSN"],
    },
  });
  expect(pauses).toEqual([10_000]);
});

test.each([408, 425, 429, 500, 599])(
  "continues to wait after an error with the status %i, a second poll of which succeeds (spec 4.4, 7)",
  async (status) => {
    const { client, pauses } = replying(status, { ...collecting, status: "InProgress" });
    const ready = await waitForInteraction(client, "i", { timeoutMs: 60_000 });
    expect([ready.status, ...pauses]).toEqual(["interaction", 20_000]);
  },
);

test.each([400, 401, 403, 405, 410, 422, 499])(
  "rejects at once after an error with the status %i (spec 4.4, 7)",
  async (status) => {
    const { client, pauses } = replying(status);
    await expect(waitForInteraction(client, "i", { timeoutMs: 60_000 })).rejects.toMatchObject({ status });
    expect(pauses).toEqual([]);
  },
);

test.each([
  [{}, [20_000, 40_000, 60_000, 60_000, 20_000]],
  [{ intervalMs: 1_000, maxIntervalMs: 3_000, timeoutMs: 9_500 }, [2_000, 3_000, 3_000, 1_500]],
  [{ intervalMs: 90_000 }, [90_000, 90_000, 20_000]],
])(
  "doubles the pause after each failed poll, up to the maximum, with the options %j (spec 4.4)",
  async (options, expected) => {
    const { client, pauses } = replying(503);
    const ended = await waitForInteraction(client, "i", { timeoutMs: 200_000, ...options });
    expect(ended).toMatchObject({ status: "timeout", error: { status: 503 } });
    expect(pauses.slice(0, expected.length)).toEqual(expected);
  },
);

import { expect, test } from "vitest";
import { subjectOf } from "../../test/people.ts";
import { createTestWorld, type TestWorldOptions } from "../../test/world.ts";
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

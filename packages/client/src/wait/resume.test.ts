import { expect, expectTypeOf, test } from "vitest";
import { subjectOf } from "../../test/people.ts";
import { createTestWorld } from "../../test/world.ts";
import { type CompletionWait, type SavedCompletion, waitForCompletion } from "./completion.ts";
import { type InteractionWait, type SavedInteractionWait, waitForInteraction } from "./interaction.ts";
import { resume } from "./resume.ts";

const start = {
  resourceId: "identity-check@latest",
  context: { config: { delivery: "api" as const }, subject: {} },
};

/** Starts a wait, saves it and abandons it. */
async function saveAndLeave<Saved>(begin: (signal: AbortSignal) => PromiseLike<unknown> & { toJSON(): Saved }) {
  const controller = new AbortController();
  const wait = begin(controller.signal);
  const text = JSON.stringify(wait);
  controller.abort("process ends");
  await expect(wait).rejects.toBe("process ends");
  return text;
}

test("continues in another process with the same interval and deadline", async () => {
  const { client, world, reached } = createTestWorld();
  const { instanceId } = await client.v2.startJourney(start);
  const options = { interval: 7_000, timeoutMs: 60_000 };
  const text = await saveAndLeave((signal) => waitForCompletion(client, instanceId, { ...options, signal }));
  expect(JSON.parse(text)).toEqual({
    wait: "v2.completion",
    instanceId,
    interval: 7_000,
    maxInterval: 60_000,
    deadlineAt: client.clock.now() + 60_000,
    stopOn: [],
  });
  await client.clock.sleep(40_000);
  const saved: SavedCompletion<"v2"> = JSON.parse(text);
  const resumed = resume(client, saved);
  expectTypeOf(resumed).toEqualTypeOf<CompletionWait<"v2">>();
  expect(await resumed).toMatchObject({ status: "timeout", state: { status: "InProgress" } });
  expect(reached.slice(1).map(({ at }) => at)).toEqual([40_000, 47_000, 54_000, 60_000]);
  expect((await world.instances()).instances.length).toBe(1);
});

test("continues a wait for v1 and a wait for an interaction (spec 4.4)", async () => {
  const { client } = createTestWorld();
  const { instanceId } = await client.v2.startJourney(start);
  const saved: SavedInteractionWait = JSON.parse(
    await saveAndLeave((signal) => waitForInteraction(client, instanceId, { signal })),
  );
  const resumed = resume(client, saved);
  expectTypeOf(resumed).toEqualTypeOf<InteractionWait>();
  expect(await resumed).toMatchObject({
    status: "interaction",
    interaction: { outstanding: ["FullName", "DateOfBirth"] },
  });

  const v1 = await client.v1.startJourney({
    resourceId: "identity-check-v1@latest",
    context: { config: { async: true }, subject: subjectOf("Lovelace") },
  });
  const options = { generation: "v1" } as const;
  const text = await saveAndLeave((signal) => waitForCompletion(client, v1.instanceId, { ...options, signal }));
  expect(await resume(client, JSON.parse(text))).toMatchObject({ status: "completed" });
});

test("contains no token, no secret and no personal data", async () => {
  const { client } = createTestWorld();
  const { instanceId } = await client.v2.startJourney({
    ...start,
    context: { ...start.context, subject: subjectOf("Lovelace") },
  });
  const text = await saveAndLeave((signal) =>
    waitForInteraction(client, instanceId, { signal, token: "end-user-token", timeoutMs: Number.POSITIVE_INFINITY }),
  );
  expect(Object.keys(JSON.parse(text))).toEqual(["wait", "instanceId", "interval", "maxInterval", "stopOn"]);
});

test.each([undefined, null, {}, { wait: "v3.completion" }, "text"])(
  "rejects %j, which is not a saved wait",
  (saved) => {
    // @ts-expect-error saved JSON can be anything
    expect(() => resume(createTestWorld().client, saved)).toThrow(TypeError);
  },
);

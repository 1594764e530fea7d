import { expect, test } from "vitest";
import { openService, type Reply, type Service, sentSubject } from "../../test/service.ts";

/** Posts a request whose body arrives only after the service has accepted the token and `meanwhile` has run. */
const postWhile = (
  { send, token }: Service,
  path: string,
  body: unknown,
  meanwhile: () => Promise<unknown>,
): Promise<Reply> =>
  send(path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          await meanwhile();
          controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    ),
    duplex: "half",
  });

const revoked = 'Bearer error="invalid_token"';

const starts = [
  ["/v2/captain/journey/start", "identity-check@latest", { delivery: "api" }],
  ["/captain/api/journey/start", "identity-check-v1@latest", { async: true }],
] as const;

test.each(starts)(
  "refuses a start at %s if a reset revokes the token before the body arrives (spec 5)",
  async (path, id, config) => {
    const service = await openService();
    const body = { resourceId: id, context: { config, subject: {} } };
    const refused = await postWhile(service, path, body, () => service.world.reset());
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(revoked);
    expect(await service.world.instances()).toEqual({ instances: [] });
  },
);

test.each([true, false])(
  "refuses a submit if a reset revokes the token before the body arrives, whether or not the instance is restored: %s (spec 5)",
  async (isRestored) => {
    const service = await openService();
    const { world, v2 } = service;
    const instanceId = await service.start("identity-check@latest");
    const interactionId = (await v2("journey/interaction/fetch", { instanceId })).text("interactionId");
    const { checkpoint } = await world.checkpoints.save();
    const participants = [{ domainElementId: "FullName" }];
    const body = { instanceId, interactionId, participants, context: { subject: sentSubject("FullName") } };
    const refused = await postWhile(service, "/v2/captain/journey/interaction/submit", body, async () => {
      await world.reset();
      if (isRestored) await world.checkpoints.restore(checkpoint);
    });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe(revoked);
    if (!isRestored) return;
    expect((await world.instance(instanceId).explain()).timeline).toMatchObject([
      { command: { type: "start", delivery: "api" } },
    ]);
  },
);

test("refuses a task update if a reset revokes the token before the body arrives, even if the instance is restored (spec 5)", async () => {
  const service = await openService();
  const { world, v1 } = service;
  const started = await v1("journey/start", {
    resourceId: "identity-check-v1@latest",
    context: { config: { async: true } },
  });
  const instanceId = started.text("instanceId");
  const taskId = (await v1("journey/task/list", { instanceId })).text("tasks[0].taskId");
  const { checkpoint } = await world.checkpoints.save();
  const context = { subject: sentSubject("FullName", "DateOfBirth") };
  const body = { intent: "Complete", instanceId, taskId, context };
  const refused = await postWhile(service, "/captain/api/journey/task/update", body, async () => {
    await world.reset();
    await world.checkpoints.restore(checkpoint);
  });
  expect(refused.status).toBe(401);
  expect((await world.instance(instanceId).explain()).timeline).toHaveLength(1);
});

test.each(starts)(
  "a start at %s uses a scenario that is armed before the body arrives (spec 2.1)",
  async (path, id, config) => {
    const service = await openService();
    const { world } = service;
    const body = { resourceId: id, context: { config, subject: {} } };
    const started = await postWhile(service, path, body, async () => {
      await world.scenarios.put({ name: "mine", rules: [] });
      await world.scenarios.arm({ scenario: "mine" });
    });
    expect(started.status).toBe(201);
    expect((await world.instance(started.text("instanceId")).explain()).scenario).toBe("mine");
    expect((await world.scenarios.list()).armed).toEqual([]);
  },
);

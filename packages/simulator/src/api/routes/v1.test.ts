import { expect, test } from "vitest";
import { startV1 } from "../../../test/readings/exchange.ts";
import { openService } from "../../../test/service.ts";

test("the schema of a task requires first name, last names and date of birth, but not middle names (spec 2.4)", async () => {
  const service = await openService({ profile: { readings: { "task-schema-root": "subject" } } });
  const instanceId = (await startV1(service)).text("instanceId");
  const taskId = (await service.v1("journey/task/list", { instanceId })).text("tasks[0].taskId");
  const schema = await service.v1("journey/task/schema", { taskId });
  expect(schema.at("properties.identity.required")).toEqual(["firstName", "lastNames", "dateOfBirth"]);
});

test("a refused synchronous start creates no instance and leaves the scenario armed (spec 4.3, gap v1-sync-open-tasks)", async () => {
  const service = await openService({ profile: { readings: { "v1-sync-open-tasks": "refused" } } });
  await service.world.scenarios.arm({ scenario: "rejected", times: 1 });
  const context = { config: { async: false }, subject: { documents: [], biometrics: [] } };
  const refused = await service.v1("journey/start", { resourceId: "age-check-v1@latest", context });
  expect(refused).toMatchObject({ status: 400, basis: expect.arrayContaining(["v1-sync-open-tasks=refused"]) });
  expect((await service.world.scenarios.list()).armed).toHaveLength(1);
  expect((await service.world.instances()).instances).toEqual([]);
  const started = await service.v1("journey/start", {
    resourceId: "age-check-v1@latest",
    context: { ...context, config: { async: true } },
  });
  const { ordinal } = (await service.world.instance(started.text("instanceId")).read()).instance;
  expect(ordinal).toBe(1);
});

test.each(["/.*/", [1], null])(
  "state/fetch ignores the malformed `filterKeys` %j unless they decide about `data` (spec 4.3; gap `v1-state-data`)",
  async (filterKeys) => {
    const { v1, v2, start, world } = await openService();
    const begun = await v1("journey/start", {
      resourceId: "age-check-v1@latest",
      context: { config: { async: true } },
    });
    const fetch = () => v1("journey/state/fetch", { instanceId: begun.text("instanceId"), filterKeys });
    expect(await fetch()).toMatchObject({ status: 200, body: { data: {} } });
    const instanceId = await start("age-check@latest");
    expect(await v2("journey/state/fetch", { instanceId, filterKeys })).toMatchObject({ status: 200 });
    await world.profile.set({ readings: { "v1-state-data": "by-filter-keys" } });
    const refused = await fetch();
    expect(refused).toMatchObject({ status: 400, body: { message: "filterKeys: expected a list of strings." } });
    expect(refused.basis).toContain("v1-state-data=by-filter-keys");
  },
);

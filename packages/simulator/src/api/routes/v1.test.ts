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

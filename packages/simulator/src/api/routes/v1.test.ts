import { expect, test } from "vitest";
import { startV1 } from "../../../test/readings/exchange.ts";
import { openService } from "../../../test/service.ts";

test("a task requires the names and the date of birth, but no middle names (spec 2.4)", async () => {
  const service = await openService({ profile: { readings: { "task-schema-root": "subject" } } });
  const instanceId = (await startV1(service)).text("instanceId");
  const taskId = (await service.v1("journey/task/list", { instanceId })).text("tasks[0].taskId");
  const schema = await service.v1("journey/task/schema", { taskId });
  expect(schema.at("properties.identity.required")).toEqual(["firstName", "lastNames", "dateOfBirth"]);
});

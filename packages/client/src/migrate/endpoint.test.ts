import { endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { expect, test } from "vitest";
import { endpointChanges } from "./endpoint.ts";

test("every v1 endpoint has a v2 replacement (spec 4.3, 9)", () => {
  const changed = endpointChanges.map(({ from, to }) => `${from.name} -> ${to.name}`);
  expect(changed).toEqual([
    "v2.listTaskSchemas -> v2.fetchInteraction",
    "v1.startJourney -> v2.startJourney",
    "v1.fetchState -> v2.fetchState",
    "v1.listTasks -> v2.fetchInteraction",
    "v1.fetchTaskSchema -> v2.fetchInteraction",
    "v1.listTaskSchemas -> v2.fetchInteraction",
    "v1.updateTask -> v2.submitInteraction",
  ]);
  expect(endpointNames.filter((name) => name.startsWith("v1."))).toHaveLength(changed.length - 1);
});

test("every replacement for an endpoint is a v2 endpoint that has no replacement itself (spec 4.3)", () => {
  for (const { to } of endpointChanges) {
    expect(endpointOf(to.name)).toMatchObject({ apiVersion: "v2", path: to.path });
    expect(endpointChanges.map(({ from }) => from.name)).not.toContain(to.name);
  }
});

import { createJourneyClient } from "@journey-kit/client";
import type { Exchange } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { groupRequests } from "./request-groups.ts";

/** What a list shows of each group. */
const shown = (exchanges: readonly Exchange[]) =>
  groupRequests(exchanges).map(({ exchanges: [first, ...more], isPolls, change }) =>
    [first?.endpoint, isPolls ? more.length + 1 : "-", change].filter((part) => part !== undefined).join(" "),
  );

test("groups the polls of a journey until they read something else", async () => {
  const { fetch, world: open } = createSimulator();
  const world = open("acme");
  await world.clock.set({ mode: "frozen" });
  const auth = { clientId: "acme", clientSecret: "secret" };
  const { v2 } = createJourneyClient({ baseUrl: "http://eu.localhost", authUrl: "http://eu.localhost", auth, fetch });
  const { instanceId } = await v2.startJourney({
    resourceId: "age-check@latest",
    context: { config: { delivery: "api" }, subject: {} },
  });
  const poll = async (times: number) => {
    for (let i = 0; i < times; i++) await v2.fetchState({ instanceId });
  };
  const { interactionId = "" } = await v2.fetchInteraction({ instanceId });
  await poll(2);
  await v2.submitInteraction({
    instanceId,
    interactionId,
    participants: [{ domainElementId: "DateOfBirth" }],
    context: { subject: { identity: { dateOfBirth: "1990-12-10" } } },
  });
  await poll(3);
  await world.clock.advance({ ms: 60_000 });
  await poll(2);
  const { requests } = await world.requests.list({ instance: instanceId });
  expect(shown(requests)).toEqual([
    "v2.startJourney -",
    "v2.fetchInteraction 1 in progress, outstanding DateOfBirth",
    "v2.fetchState 2 in progress",
    "v2.submitInteraction -",
    "v2.fetchState 3",
    "v2.fetchState 2 completed, Age Verification: Of Age",
  ]);
  expect(groupRequests(requests).flatMap(({ exchanges }) => exchanges)).toEqual(requests);
});

const poll = (sequence: number, changes: Partial<Exchange> = {}): Exchange => ({
  sequence,
  requestId: `request-${sequence}`,
  at: "2026-01-01T12:00:00.000Z",
  startedAt: "2026-01-01T12:00:00.000Z",
  duration: 1,
  endpoint: "v1.listTasks",
  instanceId: "one",
  request: { method: "POST", path: "/captain/api/journey/task/list", headers: {} },
  response: {
    status: 200,
    headers: {},
    body: { status: "InProgress", tasks: [{ taskId: "1", variantId: "data-v1" }] },
  },
  rules: [],
  readings: {},
  ...changes,
});

test("keeps apart the polls of other instances and of other endpoints, and those that were refused or faulted", () => {
  const refusal = { kind: "RATE_LIMITED", problems: [], action: "" } as unknown as NonNullable<Exchange["refusal"]>; // any error
  const fault = { rule: "slow", action: { type: "delay", ms: 100 } } as unknown as NonNullable<Exchange["fault"]>; // any fault
  const polls = [
    poll(1),
    poll(2),
    poll(3, { instanceId: "two" }),
    poll(4, { endpoint: "v1.fetchState", response: { status: 200, headers: {}, body: { status: "Failed" } } }),
    poll(5, { refusal }),
    poll(6, { fault }),
    poll(7),
    poll(8),
  ];
  expect(shown(polls)).toEqual([
    "v1.listTasks 2 in progress, task data-v1",
    "v1.listTasks 1 in progress, task data-v1",
    "v1.fetchState 1 failed",
    "v1.listTasks -",
    "v1.listTasks -",
    "v1.listTasks 2",
  ]);
});

test("shows the stage of tasks that changed", () => {
  const listing = (stage: string) => ({
    status: 200,
    headers: {},
    body: { status: "InProgress", tasks: [{ taskId: "1", variantId: "data", stage }] },
  });
  expect(shown([poll(1, { response: listing("Assigned") }), poll(2, { response: listing("Completed") })])).toEqual([
    "v1.listTasks 1 in progress, task data Assigned",
    "v1.listTasks 1 task data Completed",
  ]);
});

import { Scenario, type WorldSnapshot } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { createSeenScenario } from "./seen-scenario.ts";

type Outcome = readonly [module: string, outcome: string];

/** A saved world with an instance for each list of outcomes. */
async function snapshotOf(...instances: readonly (readonly Outcome[])[]): Promise<WorldSnapshot> {
  const snapshot = await createSimulator().world("me").snapshot.save();
  const start = {
    type: "start",
    apiVersion: "v2",
    at: 0,
    resource: { id: "selfie", version: "latest" },
    region: "eu",
    delivery: "api",
    subject: {},
  } as const;
  return {
    ...snapshot,
    instances: instances.map((outcomes, i) => ({
      terms: 0,
      start: { ...start, instanceId: `i-${i}`, ordinal: i + 1 },
      commands: outcomes.map(([module, outcome]) => ({ type: "resolve", at: 1, module, outcome })),
    })),
  };
}

test("has the outcome of each module that was seen, and its attempt if it ran more than once", async () => {
  const scenario = createSeenScenario([
    await snapshotOf([
      ["Liveness", "Fail"],
      ["Facematch", "Success"],
      ["Liveness", "Success"],
    ]),
  ]);
  expect(scenario.rules).toEqual([
    { when: { module: "Liveness", attempt: 1 }, then: { outcome: "Fail" } },
    { when: { module: "Facematch" }, then: { outcome: "Success" } },
    { when: { module: "Liveness", attempt: 2 }, then: { outcome: "Success" } },
  ]);
  expect(Scenario.parse(scenario)).toEqual(scenario);
});

test("with several journeys, its rules name the number of the instance", async () => {
  const { rules } = createSeenScenario([
    await snapshotOf([["Liveness", "Fail"]]),
    await snapshotOf([["Liveness", "Success"]]),
  ]);
  expect(rules).toEqual([
    { when: { module: "Liveness", ordinal: 1 }, then: { outcome: "Fail" } },
    { when: { module: "Liveness", ordinal: 2 }, then: { outcome: "Success" } },
  ]);
});

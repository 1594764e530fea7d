import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { type QuickChoice, toQuickScenario } from "./quick-scenario.ts";

const suspect: QuickChoice = {
  module: "Document Authentication",
  result: { outcome: "Medium Risk" },
  latency: 5_000,
};

test("names a scenario after its module, result and duration", () => {
  expect(toQuickScenario(suspect, [])).toEqual({
    name: "document-authentication-medium-risk-5000-ms",
    description: "Document Authentication: returns Medium Risk after 5 s.",
    rules: [{ when: { module: "Document Authentication" }, then: { outcome: "Medium Risk", latency: 5_000 } }],
  });
  const { name, rules } = toQuickScenario({ module: "", result: { ends: "never" }, latency: 1 }, []);
  expect({ name, rules }).toEqual({ name: "every-module-never", rules: [{ when: {}, then: { ends: "never" } }] });
});

test("reuses an equal scenario, and does not change a different scenario with the same name", () => {
  const first = toQuickScenario(suspect, []);
  expect(toQuickScenario(suspect, [first])).toEqual(first);
  const edited = { ...first, description: "Edited." };
  expect(toQuickScenario(suspect, [edited]).name).toBe(`${first.name}-2`);
});

test("for every choice, the simulator accepts and arms the generated scenario", async () => {
  const { scenarios } = createSimulator().world("acme");
  const results = [{ outcome: "Fail" }, { ends: "fail" }, { ends: "never" }, {}] as const;
  for (const module of ["Liveness", ""])
    for (const result of results) {
      const scenario = toQuickScenario({ module, latency: 100, result }, (await scenarios.list()).scenarios);
      await scenarios.put(scenario);
      expect((await scenarios.arm({ scenario: scenario.name })).armed.at(-1)).toEqual({
        scenario: scenario.name,
        times: 1,
      });
    }
});

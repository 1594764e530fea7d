import { JourneyDefinition } from "@journey-kit/schemas";
import { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import { gapIds, gapOf, isSwitchable } from "@journey-kit/schemas/gaps";
import { resolveProfile } from "@journey-kit/schemas/profile";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough, runs } from "../../../../vitest.shared.ts";
import { generatedSituation, plainSituation, toSituationLines } from "./situation.ts";

const sample = (seed: number, numRuns = runs(600, 3_000)) => fc.sample(generatedSituation(), { seed, numRuns });

test("the same seed generates the same situations", () => {
  expect(sample(7, 50)).toEqual(sample(7, 50));
  expect(sample(7, 50)).not.toEqual(sample(8, 50));
});

test.each(["v2", "v1"] as const)(
  "a simulator accepts every generated %s situation (spec 1, 2.1)",
  async (generation) => {
    const { publish, world } = createSimulator();
    for (const [n, situation] of fc.sample(generatedSituation({ generations: [generation] }), 150).entries()) {
      for (const journey of situation.journeys) publish(journey);
      const control = world(`world-${n}`);
      await control.profile.set({ readings: situation.readings });
      await control.scenarios.put(situation.scenario);
      await control.faults.set(situation.faults);
      expect(situation.journeys.every((journey) => journey.generation === generation)).toBe(true);
    }
  },
);

test.runIf(isThorough)(
  "the generated situations contain every alternative reading and every kind of fault (spec 4.4)",
  () => {
    const all = sample(1, 3_000);
    const faults = all.flatMap(({ faults: { rules } }) => rules);
    expect(new Set(faults.map(({ when }) => when.endpoint)).size).toBe(5);
    const kinds = ["clockSkew", "delay", "lose", "malform", "reset", "slow", "status", "token", "truncate"];
    expect([...new Set(faults.map(({ then }) => Object.keys(then)[0]))].toSorted()).toEqual(kinds);
    const open = gapIds.filter(isSwitchable).filter((id) => {
      const others = Object.keys(gapOf(id).options).filter((reading) => reading !== gapOf(id).specified);
      return !others.every((reading) => all.some(({ readings }) => readings[id] === reading));
    });
    expect(open).toEqual([]);
  },
);

test("long searches publish only a few journeys, because a simulator keeps every published journey (spec 2.1)", () => {
  const published = sample(1, runs(1_000, 5_000)).flatMap(({ journeys }) => journeys.map(({ id }) => id));
  expect(new Set(published).size).toBeLessThanOrEqual(250);
});

test("a generated situation is valid, is plain JSON and has a description", () => {
  for (const situation of sample(2, 200)) {
    expect(JSON.parse(JSON.stringify(situation))).toEqual(situation);
    expect(FaultPlan.safeParse(situation.faults).success).toBe(true);
    expect(Scenario.safeParse(situation.scenario).success).toBe(true);
    expect(() => resolveProfile({ readings: situation.readings })).not.toThrow();
    for (const journey of situation.journeys) expect(JourneyDefinition.parse(journey)).toEqual(journey);
    expect(toSituationLines(situation).length).toBeGreaterThan(1);
  }
  expect(toSituationLines(plainSituation("v2"))).toEqual([
    "journey 1, for Ada Lovelace: v2, collects FullName, runs Data Verification",
    "readings: specified",
  ]);
});

test("some people lack the data of an optional element, and the description says so (spec 2.5)", () => {
  const lines = sample(4, 200).flatMap(toSituationLines);
  expect(lines).toContainEqual(expect.stringMatching(/^journey \d, for .* without SSN: v2, .* SSN\?/));
  expect(lines).not.toContainEqual(expect.stringMatching(/ without ([^:]* )?SSN\b[^?]* SSN([^?]|$)/));
});

test("a situation shrinks to the simplest journey with only the fault that causes the failure", () => {
  const isGood = ({ faults }: { readonly faults: FaultPlan }) => faults.rules.every(({ then }) => !("lose" in then));
  const found = fc.check(fc.property(generatedSituation(), isGood), { seed: 3 }).counterexample?.[0];
  const lost = { when: { endpoint: "v2.fetchState", nth: 1 }, then: { lose: "answer" } };
  expect(found).toEqual({ ...plainSituation("v2"), faults: { rules: [lost] } });
});

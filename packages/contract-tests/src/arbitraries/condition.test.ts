import { JourneyDefinition } from "@journey-kit/schemas";
import { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import { faultActionTypes, gapIds, gapOf, isSwitchable, presets, resolveProfile } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough, runs } from "../../../../vitest.shared.ts";
import { createCondition, run } from "../../test/evidence.ts";
import { describeCondition, generatedCondition, plainCondition } from "./condition.ts";

const v2 = generatedCondition();
const sample = (seed: number, numRuns: number) => fc.sample(v2, { seed, numRuns });
const many = sample(4, runs(300, 5_000));

test("the same seed generates the same conditions", () => {
  expect(sample(4, 20)).toEqual(many.slice(0, 20));
  expect(sample(5, 20)).not.toEqual(many.slice(0, 20));
});

test.each(["v2", "v1"] as const)(
  "a simulator accepts every generated %s condition (spec 1, 2.1)",
  async (apiVersion) => {
    const { publish, world } = createSimulator();
    for (const [n, condition] of fc
      .sample(apiVersion === "v2" ? v2 : generatedCondition({ apiVersion }), runs(40, 150))
      .entries()) {
      const { journeys = [], readings = {}, scenario, faults = { rules: [] }, runs: journeyRuns } = condition;
      for (const journey of journeys) publish(journey);
      const control = world(`world-${n}`);
      await control.profile.set({ readings });
      if (typeof scenario === "object") await control.scenarios.put(scenario);
      await control.faults.set(faults);
      expect(journeys.every((journey) => journey.apiVersion === apiVersion)).toBe(true);
      const ids = journeys.map(({ id, version }) => `${id}@${version}`);
      for (const one of journeyRuns) expect([ids.includes(one.resourceId), one.apiVersion]).toEqual([true, apiVersion]);
    }
  },
);

test("generates the readings of a given profile only (spec 2 to 9)", () => {
  const conditions = fc.sample(generatedCondition({ profile: presets.observed }), { seed: 1, numRuns: 20 });
  for (const { readings } of conditions) expect(resolveProfile({ readings: readings ?? {} })).toEqual(presets.observed);
});

test.runIf(isThorough)(
  "the generated conditions contain every alternative reading and every kind of fault (spec 4.4)",
  () => {
    const all = sample(1, 3_000);
    const faults = all.flatMap(({ faults: { rules } = { rules: [] } }) => rules);
    expect(new Set(faults.map(({ when }) => when.endpoint)).size).toBe(5);
    const kinds = faultActionTypes.filter((type) => type !== "contentType" && type !== "tokenLifetime");
    expect(new Set(faults.map(({ then }) => then.type))).toEqual(new Set(kinds));
    const open = gapIds.filter(isSwitchable).filter((id) => {
      const others = Object.keys(gapOf(id).options).filter((reading) => reading !== gapOf(id).specified);
      return !others.every((reading) => all.some(({ readings = {} }) => readings[id] === reading));
    });
    expect(open).toEqual([]);
  },
);

test("long searches publish only a few journeys, because a simulator keeps every published journey (spec 2.1)", () => {
  const published = many.flatMap(({ journeys = [] }) => journeys.map(({ id }) => id));
  expect(new Set(published).size).toBeLessThanOrEqual(250);
});

test("a generated condition is valid, is plain JSON and has a description", () => {
  for (const condition of many.slice(0, runs(80, 400))) {
    expect(JSON.parse(JSON.stringify(condition))).toEqual(condition);
    expect(FaultPlan.safeParse(condition.faults).success).toBe(true);
    expect(Scenario.safeParse(condition.scenario).success).toBe(true);
    expect(() => resolveProfile({ readings: condition.readings ?? {} })).not.toThrow();
    for (const journey of condition.journeys ?? []) expect(JourneyDefinition.parse(journey)).toEqual(journey);
    expect(describeCondition(condition).length).toBeGreaterThan(0);
  }
  const text = "v2, collects FullName, runs Data Verification";
  expect(describeCondition(plainCondition("v2"))).toEqual([`one journey, for Ada Lovelace: ${text}`]);
});

test("some people lack the data of an optional element, and the description says so (spec 2.5)", () => {
  const lines = many.slice(0, 200).flatMap(describeCondition);
  expect(lines).toContainEqual(expect.stringMatching(/^(one )?journey( \d)?, for .* without SSN: v2, .* SSN\?/));
  expect(lines).not.toContainEqual(expect.stringMatching(/ without ([^:]* )?SSN\b[^?]* SSN([^?]|$)/));
});

test("describes everything that differs from a plain condition, one fact a line", () => {
  const { identity } = run.subject;
  const nobody = { ...run, subject: {}, client: 1 };
  const down = { type: "status", status: 503, retryAfter: 7 } as const;
  const condition = createCondition({
    runs: [{ ...run, subject: { identity } }, nobody],
    readings: { "expires-in-unit": "milliseconds" },
    region: "eu",
    pauseAfter: 2,
    finishAfter: { polls: 5 },
    permissions: ["journey:start"],
    scenario: {
      name: "mine",
      rules: [
        { when: { module: "Liveness" }, then: { ends: "fail" } },
        { when: { subject: [{ path: "identity.lastNames", in: ["Hopper", "Turing"] }] }, then: { outcome: "reject" } },
        { when: {}, then: { latency: 2_500 } },
      ],
    },
    faults: {
      rules: [
        ...[2, 3, 4].map((nth) => ({ when: { endpoint: "v2.fetchState" as const, nth }, then: down })),
        { when: { endpoint: "v2.startJourney", nth: 1 }, then: { type: "dropResponse" } },
      ],
    },
  });
  const missing = "CurrentAddress and SSN and PrimaryDocument and Selfie";
  expect(describeCondition(condition)).toEqual([
    "2 journeys at once, by 2 clients",
    `journey 1, for Ada Lovelace without ${missing}: kit@latest`,
    `journey 2, for a person without a name without DateOfBirth and ${missing}: kit@latest`,
    "readings: specified, expires-in-unit=milliseconds",
    "region eu",
    "a tester pauses each instance at poll 2",
    "modules finish at poll 5",
    "permissions: journey:start",
    "Liveness fails",
    'every module for Hopper or Turing has the outcome "reject"',
    "every module succeeds after 2.5 s",
    "fault: answered with 503 (retryAfter 7) on v2.fetchState request 2, 3, 4",
    "fault: response lost on v2.startJourney request 1",
  ]);
  const [first] = describeCondition({ ...condition, runs: [run, run], inTurn: true, scenario: "rejected" });
  expect(first).toBe("2 journeys one after the other");
});

test("a condition shrinks to the simplest journey with only the fault that causes the failure", () => {
  const isGood = ({ faults }: { readonly faults?: FaultPlan | undefined }) =>
    faults?.rules.every(({ then }) => then.type !== "dropResponse") ?? true;
  const found = fc.check(fc.property(v2, isGood), { seed: 3 }).counterexample?.[0];
  const lost = { when: { endpoint: "v2.fetchState", nth: 1 }, then: { type: "dropResponse" } };
  expect(found).toEqual({
    ...plainCondition("v2"),
    id: "generated",
    text: "A generated condition.",
    readings: {},
    scenario: { name: "generated", rules: [], otherwise: { outcome: "accept" } },
    faults: { rules: [lost] },
  });
});

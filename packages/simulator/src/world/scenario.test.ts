import { testPeople } from "@journey-kit/schemas/personal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decide, drawLatency, type ModuleContext, type Scenario } from "./scenario.ts";

const occasion: ModuleContext = {
  journey: "full-kyc",
  apiVersion: "v2",
  module: "Liveness",
  variant: "liveness-v2",
  attempt: 1,
  instance: "instance-00000001",
  ordinal: 1,
  subject: { identity: { lastNames: ["Lovelace", "Testreject"] } },
};

const scenario: Scenario = {
  name: "once",
  rules: [
    { when: { module: "Liveness", attempt: 1 }, then: { outcome: "Fail" } },
    { when: { module: "Liveness" }, then: { latency: 5 } },
  ],
};

const always = () => true;

const consequence = (chosen: Scenario, facts: Partial<ModuleContext> = {}) =>
  decide([chosen], { ...occasion, ...facts }, always).consequence;

test("the first rule whose conditions all hold applies", () => {
  const decided = (facts: Partial<ModuleContext> = {}) => decide([scenario], { ...occasion, ...facts }, always);
  expect(decided()).toEqual({ consequence: { outcome: "Fail" }, decidedBy: { scenario: 0, rule: 0 } });
  expect(decided({ attempt: 2 })).toEqual({ consequence: { latency: 5 }, decidedBy: { scenario: 0, rule: 1 } });
  expect(decided({ module: "Facematch" })).toEqual({ consequence: {}, decidedBy: "module" });
});

test("a condition on an array matches if any entry matches, regardless of case", () => {
  expect(consequence(testPeople)).toEqual({ outcome: "reject" });
  expect(consequence(testPeople, { subject: { identity: { lastNames: ["TESTFAIL"] } } })).toEqual({ ends: "fail" });
  expect(consequence(testPeople, { subject: {} })).toEqual({});
});

test.each([
  [{ equals: "lovelace" }, true],
  [{ equals: "love" }, false],
  [{ matches: "Love*" }, true],
  [{ matches: "L?velace" }, true],
  [{ matches: "*ace" }, true],
  [{ matches: "*x*" }, false],
  [{ in: ["Byron", "Lovelace"] }, true],
  [{ in: ["Byron"] }, false],
])("the condition %o on a last name evaluates to %s", (condition, holds) => {
  const rules = [{ when: { subject: [{ path: "identity.lastNames", ...condition }] }, then: { outcome: "Fail" } }];
  const { decidedBy } = decide([{ name: "one", rules }], occasion, always);
  expect(decidedBy).toEqual(holds ? { scenario: 0, rule: 0 } : "module");
});

test("a pattern matches a string of any length", () => {
  const decidedBy = (firstName: string, matches: string) => {
    const rules = [{ when: { subject: [{ path: "identity.firstName", matches }] }, then: {} }];
    return decide([{ name: "one", rules }], { ...occasion, subject: { identity: { firstName } } }, always).decidedBy;
  };
  expect(decidedBy("a".repeat(1_000), "*a".repeat(128))).toEqual({ scenario: 0, rule: 0 });
  expect(decidedBy(`${"a".repeat(999)}b`, "*a".repeat(128))).toBe("module");
  expect(decidedBy("a".repeat(100_000), "*a")).toEqual({ scenario: 0, rule: 0 });
  expect(decidedBy("a".repeat(100_000), `*${"a".repeat(254)}b`)).toBe("module");
});

test("`otherwise` applies if no rule applies", () => {
  expect(consequence({ name: "one", rules: [], otherwise: { outcome: "refer" } })).toEqual({ outcome: "refer" });
});

test("the rules of a chosen scenario are tried before the rules for every instance", () => {
  const chosen: Scenario = { name: "chosen", rules: [{ when: { attempt: 1 }, then: { outcome: "Fail" } }] };
  const decided = (attempt: number) => decide([chosen, testPeople], { ...occasion, attempt }, always);
  expect(decided(1)).toEqual({ consequence: { outcome: "Fail" }, decidedBy: { scenario: 0, rule: 0 } });
  expect(decided(2)).toEqual({ consequence: { outcome: "reject" }, decidedBy: { scenario: 1, rule: 0 } });
});

test("a rule or `otherwise` is skipped if it sets an outcome that the module does not have", () => {
  const chosen: Scenario = {
    name: "chosen",
    rules: [
      { when: {}, then: { outcome: "refer" } },
      { when: {}, then: { latency: 1 } },
    ],
  };
  expect(decide([chosen], occasion, () => false).decidedBy).toEqual({ scenario: 0, rule: 1 });
  const fallback: Scenario = { name: "fallback", rules: [], otherwise: { outcome: "refer" } };
  expect(decide([fallback, testPeople], occasion, (outcome) => outcome === "reject").decidedBy).toEqual({
    scenario: 1,
    rule: 0,
  });
});

test("a latency is within its range and is the same each time for the same module run", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(10_000), fc.nat(10_000), (seed, min, span) => {
      const latency = drawLatency({ latency: { min, max: min + span } }, seed, occasion);
      expect(latency).toBeGreaterThanOrEqual(min);
      expect(latency).toBeLessThanOrEqual(min + span);
      expect(drawLatency({ latency: { min, max: min + span } }, seed, occasion)).toBe(latency);
    }),
  );
});

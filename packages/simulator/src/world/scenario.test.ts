import { expect, test } from "vitest";
import { testPeople } from "./people.ts";
import { decide, type Occasion, type Scenario } from "./scenario.ts";

const occasion: Occasion = {
  journey: "full-kyc",
  generation: "v2",
  module: "Liveness",
  variant: "liveness-v2",
  attempt: 1,
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

test("the first rule whose conditions all hold decides", () => {
  expect(decide(scenario, occasion)).toEqual({ outcome: "Fail" });
  expect(decide(scenario, { ...occasion, attempt: 2 })).toEqual({ latency: 5 });
  expect(decide(scenario, { ...occasion, module: "Facematch" })).toEqual({});
});

test("a subject meets a condition with one entry of an array, whatever its case", () => {
  expect(decide(testPeople, occasion)).toEqual({ outcome: "reject" });
  expect(decide(testPeople, { ...occasion, subject: { identity: { lastNames: ["TESTFAIL"] } } })).toEqual({
    ends: "fail",
  });
  expect(decide(testPeople, { ...occasion, subject: {} })).toEqual({});
});

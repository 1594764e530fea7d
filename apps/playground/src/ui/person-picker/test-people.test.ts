import type { ScenarioList } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { findTestPeople } from "./test-people.ts";

const simulator = createSimulator();
const definitionOf = (id: string) => {
  const found = simulator.published().find(({ definition }) => definition.id === id);
  if (found === undefined) throw new Error(`No journey ${id}.`);
  return found.definition;
};
const listOf = (rules: ScenarioList["scenarios"][number]["rules"]): ScenarioList => ({
  always: "mine",
  own: ["mine"],
  armed: [],
  scenarios: [{ name: "mine", rules }],
});
const named = (lastName: string) => ({ subject: [{ path: "identity.lastNames", equals: lastName }] });

test("describes the effects of the built-in test people", async () => {
  const people = findTestPeople(await simulator.world("acme").scenarios.list(), definitionOf("document-and-selfie"));
  const find = (lastName: string) => people.find((person) => person.lastName === lastName);
  expect(find("Testreject")).toMatchObject({ effect: "reject", words: "Every module leads to reject" });
  expect(find("Testfail")).toMatchObject({ effect: "fail", words: "The first modules cannot complete" });
  expect(find("Testnever")).toMatchObject({ effect: "never", words: "The first modules never finish" });
  expect(find("Testdocumentauthenticationmediumrisk")).toEqual({
    lastName: "Testdocumentauthenticationmediumrisk",
    module: "Document Authentication",
    effect: "refer",
    words: "Document Authentication: Medium Risk",
  });
  expect(find("Testlivenessfailsonce")).toMatchObject({
    effect: "repeat",
    words: "Liveness: Fail, on attempt 1, then its data is requested again",
  });
  expect(find("Testlivenessbreaks")).toMatchObject({ effect: "fail", words: "Liveness cannot complete" });
});

test("omits modules that the journey does not run", async () => {
  const people = findTestPeople(await simulator.world("acme").scenarios.list(), definitionOf("age-check"));
  expect([...new Set(people.map(({ module }) => module))]).toEqual([undefined, "Age Verification"]);
});

test("omits rules that apply to another journey or API version, or have no condition on the last name", () => {
  const rules = [
    { when: { ...named("Here"), journey: "full-kyc", apiVersion: "v2" as const }, then: { latency: 5_000 } },
    { when: { ...named("Elsewhere"), journey: "age-check" }, then: { latency: 5_000 } },
    { when: { ...named("Older"), apiVersion: "v1" as const }, then: { latency: 5_000 } },
    { when: { subject: [{ path: "identity.firstName", equals: "Ada" }] }, then: { latency: 5_000 } },
    { when: {}, then: { outcome: "reject" } },
  ];
  expect(findTestPeople(listOf(rules), definitionOf("full-kyc"))).toEqual([
    { lastName: "Here", module: undefined, effect: "other", words: "Every module, takes 5 s" },
  ]);
});

test("derives the effect of a custom outcome from its classification", () => {
  const outcome = { name: "Watch List", classification: "neutral" as const };
  const list = listOf([{ when: { ...named("Known"), module: "Liveness" }, then: { outcome } }]);
  expect(findTestPeople(list, definitionOf("full-kyc"))).toMatchObject([
    { effect: "refer", words: "Liveness: Watch List" },
  ]);
});

test("combines all rules for one last name into one test person", () => {
  const list = listOf([
    { when: { ...named("Both"), module: "Liveness" }, then: { outcome: "Fail" } },
    { when: { ...named("both"), module: "Facematch" }, then: { ends: "never" } },
  ]);
  expect(findTestPeople(list, definitionOf("full-kyc"))).toEqual([
    { lastName: "Both", module: "Liveness", effect: "reject", words: "Liveness: Fail; Facematch never finishes" },
  ]);
});

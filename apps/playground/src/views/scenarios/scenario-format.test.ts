import { Scenario } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import {
  array,
  assert,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  property,
  record,
  string,
} from "fast-check";
import { expect, test } from "vitest";
import { openScenarioFile, scenarioFormat } from "./scenario-format.ts";

const name = string({ minLength: 1, maxLength: 20 });
const count = integer({ min: 1, max: 1_000 });
const millis = integer({ min: 0, max: 86_400_000 });
// JSON has no negative zero, which `jsonValue` generates.
const advice = dictionary(string(), jsonValue()).map((members): object => JSON.parse(JSON.stringify(members)));
const listed = string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() === text && !text.includes(","));
const path = constantFrom("identity.lastNames", "documents[type=Primary].countryCode", "documents[1].type");

const subject = oneof(
  record({ path, equals: string() }),
  record({ path, matches: string({ maxLength: 256 }) }),
  record({ path, in: array(listed, { minLength: 1 }) }),
);
const condition = record(
  {
    journey: name,
    apiVersion: constantFrom("v1", "v2"),
    module: name,
    variant: name,
    attempt: count,
    instance: name,
    ordinal: count,
    subject: array(subject, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const classification = constantFrom("positive", "neutral", "negative");
const common = {
  retry: constantFrom("never", "automatic", "recollect"),
  latency: oneof(millis, record({ min: millis, max: millis })),
  advice,
};
const consequence = oneof(
  record(
    {
      outcome: oneof(name, record({ name, classification, advice }, { requiredKeys: ["name", "classification"] })),
      ...common,
    },
    { requiredKeys: [] },
  ),
  record({ ends: constantFrom("fail", "never"), latency: common.latency }, { requiredKeys: ["ends"] }),
);
const scenarios = record(
  {
    $schema: name,
    name,
    description: name,
    seed: integer({ min: 0 }),
    readings: dictionary(name, name, { minKeys: 1, noNullPrototype: true }),
    rules: array(record({ when: condition, then: consequence }), { maxLength: 4 }),
    otherwise: consequence,
  },
  { requiredKeys: ["name", "rules"] },
);

test("the form shows every scenario, and reading it does not change the scenario", () => {
  assert(
    property(scenarios, (generated) => {
      const scenario = Scenario.parse(generated);
      const draft = scenarioFormat.open(scenario);
      expect(draft.mode).toBe("form");
      expect(scenarioFormat.read(draft)).toEqual({ value: scenario, problems: new Map() });
    }),
  );
});

test("every built-in scenario opens in the form", async () => {
  const { scenarios } = await createSimulator().world("acme").scenarios.list();
  expect(scenarios.map((scenario) => scenarioFormat.open(scenario).mode)).toEqual(scenarios.map(() => "form"));
});

const withSubject = (condition: object) =>
  Scenario.parse({
    name: "x",
    rules: [{ when: { subject: [{ path: "identity.lastNames", ...condition }] }, then: {} }],
  });

test.each([
  ["two tests of one value", withSubject({ equals: "Lovelace", matches: "L*" })],
  ["a comma in a listed value", withSubject({ in: ["Lovelace, Ada"] })],
  ["a condition without a test", withSubject({})],
  [
    "a failure that sets an outcome",
    { name: "x", rules: [{ when: {}, then: { ends: "fail", outcome: "Fail" } }] } as const,
  ],
])("opens a scenario as JSON if the form would lose a part of it: %s", (_, scenario) => {
  const parsed = Scenario.parse(scenario);
  expect(scenarioFormat.open(parsed)).toEqual({ mode: "json", text: `${JSON.stringify(parsed, null, 2)}\n` });
});

test("reports each problem at its field", () => {
  const when = { attempt: "first", subject: [{ in: [] }] };
  const then = { outcome: { classification: "neutral" }, latency: { max: 5 }, advice: "[1]" };
  const value = { seed: 1.5, rules: [{ when, then }] };
  const { problems } = scenarioFormat.read({ mode: "form", value });
  expect([...problems.keys()].toSorted()).toEqual(
    [
      "name",
      "seed",
      "rules[0].when.attempt",
      "rules[0].when.subject[0].path",
      "rules[0].when.subject[0].in",
      "rules[0].then.outcome.name",
      "rules[0].then.advice",
      "rules[0].then.latency.min",
    ].toSorted(),
  );
});

test("names a scenario without a name after its file", () => {
  const draft = openScenarioFile({ name: "refer.json", text: '{"rules": []}' });
  expect(scenarioFormat.read(draft).value).toEqual({ name: "refer", rules: [] });
});

test("opens an invalid scenario file in the JSON editor, and reports the problems", () => {
  const draft = openScenarioFile({ name: "x.json", text: '{"rules": [{"when": {}}]}' });
  expect(draft.mode).toBe("json");
  expect([...scenarioFormat.read(draft).problems.keys()]).toEqual(["rules[0].then"]);
  expect(scenarioFormat.read(openScenarioFile({ name: "x.json", text: "{" })).problems.get("")).toBe(
    "This is not JSON.",
  );
});

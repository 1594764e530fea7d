import { FaultAction, type FaultCondition, FaultPlan } from "@journey-kit/schemas/control";
import { endpointNames } from "@journey-kit/schemas/endpoints";
import {
  type Arbitrary,
  array,
  assert,
  constant,
  constantFrom,
  dictionary,
  double,
  integer,
  oneof,
  property,
  record,
  string,
} from "fast-check";
import { expect, test } from "vitest";
import { canShow, suggestMembers } from "../../ui/schema-form/field.ts";
import { describeFaultCondition, describeFaultRule, faultFormat, planField, ruleFields } from "./fault-plan.ts";

const count = integer({ min: 1, max: 1_000 });
const millis = integer({ min: 0, max: 600_000 });
const id = constantFrom("a", "b-1", "c.d_e");
const body = oneof(
  string({ minLength: 1 }).map((text) => `<p>${text}`),
  dictionary(string(), string()),
);

const typed = <Fields extends object>(type: string, fields: Arbitrary<Fields>) =>
  fields.map((values) => ({ type, ...values }));
const retryAfter = integer({ min: 0, max: 86_400 });
const action = oneof(
  typed("status", record({ status: integer({ min: 400, max: 599 }), body, retryAfter }, { requiredKeys: ["status"] })),
  typed("status", record({ status: constant(503), retryAfter, retryAfterDate: constant(true) })),
  typed("delay", record({ ms: millis })),
  typed("slowBody", record({ ms: millis })),
  typed("truncate", record({ characters: integer({ min: 0 }) })),
  typed("contentType", record({ contentType: constantFrom("text/html", "application/json; charset=latin1") })),
  typed("clockSkew", record({ ms: integer({ min: -86_400_000, max: 86_400_000 }) })),
  typed("tokenLifetime", record({ expiresIn: integer({ min: 1, max: 86_400 }) })),
  record({
    type: constantFrom("dropResponse", "dropRequest", "invalidJson", "resetConnection", "expireToken", "revokeToken"),
  }),
);
const condition = record(
  {
    endpoint: constantFrom(...endpointNames),
    instance: id,
    ordinal: count,
    nth: count,
    every: count,
    probability: double({ min: 0, max: 1, noNaN: true }),
  },
  { requiredKeys: [] },
);
const rule = record({ id, when: condition, then: action }, { requiredKeys: ["when", "then"] });
const plans = record({ $schema: id, seed: integer({ min: 0 }), rules: array(rule) }, { requiredKeys: ["rules"] });

test("the form shows every fault plan, and reading it does not change the plan", () => {
  assert(
    property(plans, (generated) => {
      const plan = FaultPlan.parse(JSON.parse(JSON.stringify(generated))); // without negative zeros
      const draft = faultFormat.open(plan);
      expect(draft.mode).toBe("form");
      expect(faultFormat.read(draft)).toEqual({ value: plan, problems: new Map() });
    }),
  );
});

test("the form shows no plan with an unknown member", () => {
  const unknown = { extra: 1 };
  const status = { type: "status", status: 503 };
  const places = [
    { rules: [], ...unknown },
    { rules: [{ when: {}, then: status, ...unknown }] },
    { rules: [{ when: unknown, then: status }] },
    { rules: [{ when: {}, then: { ...status, ...unknown } }] },
  ];
  expect(places.map((plan) => canShow(planField, plan))).toEqual([false, false, false, false]);
});

test("opens a fault plan as JSON if the form would turn a text body into an object", () => {
  const plan: FaultPlan = { rules: [{ when: {}, then: { type: "status", status: 500, body: "{}" } }] };
  expect(faultFormat.open(plan).mode).toBe("json");
});

test("offers every condition, and every action with a valid suggestion for its fields", () => {
  const { variants } = ruleFields.then.kind === "variants" ? ruleFields.then : { variants: [] };
  expect(variants.map(({ value }) => value)).toEqual(FaultAction.options.map(({ shape }) => shape.type.value));
  for (const { value, group } of variants)
    expect(problemsIn({ then: { type: value, ...suggestMembers(group) } })).toEqual(new Map());
  expect(ruleFields.when.fields.map(({ name }) => name)).toEqual([
    "endpoint",
    "instance",
    "ordinal",
    "nth",
    "every",
    "probability",
  ]);
});

const planWith = (change: object) => ({ rules: [{ when: {}, then: { type: "status", status: 503 }, ...change }] });

const problemsIn = (change: object) => faultFormat.read({ mode: "form", value: planWith(change) }).problems;

test.each([
  ["rules[0].then.status", { then: { type: "status", status: 200 } }, "Must be at least 400."],
  ["rules[0].then.status", { then: { type: "status" } }, "This field is required."],
  [
    "rules[0].then.retryAfter",
    { then: { type: "status", status: 503, retryAfterDate: true } },
    "This field is required.",
  ],
  ["rules[0].when.nth", { when: { nth: "first" } }, "Must be a whole number."],
  ["rules[0].when.probability", { when: { probability: 10 } }, "Must be at most 1."],
])("reports a problem at the field %s", (path, change, problem) => {
  expect([...problemsIn(change)]).toEqual([[path, problem]]);
});

test("reports a rule id that the schema refuses", () => {
  expect([...problemsIn({ id: "two words" }).keys()]).toEqual(["rules[0].id"]);
});

test("describes a rule in one line, unless it is invalid", () => {
  const rule = { when: { endpoint: "v2.fetchState", nth: 3 }, then: { type: "dropResponse" } };
  expect(describeFaultRule(rule)).toMatch(/^v2\.fetchState, request 3: /);
  expect(describeFaultRule({ ...rule, when: { nth: "3" } })).toBeUndefined();
});

test.each<[FaultCondition, string]>([
  [{}, "Any request"],
  [{ endpoint: "v2.fetchState", nth: 3 }, "v2.fetchState, request 3"],
  [{ every: 1 }, "Any request, every request"],
  [{ every: 5 }, "Any request, every 5 requests"],
  [{ probability: 0.125 }, "Any request, 12.5 % of the requests"],
  [{ instance: "sim_1", nth: 2 }, "Any request, request 2, instance sim_1"],
  [{ ordinal: 4 }, "Any request, instance 4 of the world"],
])("describes the requests of a fault: %j", (when, words) => {
  expect(describeFaultCondition(when)).toBe(words);
});

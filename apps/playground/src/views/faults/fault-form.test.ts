import { FaultAction, FaultPlan } from "@journey-kit/schemas/control";
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
import { actions, conditions } from "./fault-actions.ts";
import { type FaultForm, faultFormat, toFaultForm, toFaultPlan } from "./fault-form.ts";

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

test("converting a fault plan to the form and back does not change the plan", () => {
  assert(
    property(plans, (generated) => {
      const plan = FaultPlan.parse(JSON.parse(JSON.stringify(generated))); // without negative zeros
      expect(toFaultPlan(toFaultForm(plan))).toEqual({ value: plan, problems: new Map() });
    }),
  );
});

test("opens a fault plan as JSON if the form would turn a text body into an object", () => {
  const plan: FaultPlan = { rules: [{ when: {}, then: { type: "status", status: 500, body: "{}" } }] };
  expect(faultFormat.open(plan).mode).toBe("json");
});

test("opens a fault plan as JSON if it sends Retry-After as a date but does not set Retry-After", () => {
  const plan: FaultPlan = { rules: [{ when: {}, then: { type: "status", status: 503, retryAfterDate: true } }] };
  expect(faultFormat.open(plan)).toMatchObject({ mode: "json", text: expect.stringContaining("retryAfterDate") });
});

test("offers every condition, and every action with a valid suggestion for its fields", () => {
  expect(actions.map(({ type }) => type)).toEqual(FaultAction.options.map(({ shape }) => shape.type.value));
  for (const { type, parameters } of actions) {
    const suggested = Object.fromEntries(parameters.map(({ name, suggestion }) => [name, suggestion]));
    expect(toFaultPlan(formOf({ action: type, parameters: suggested })).problems).toEqual(new Map());
  }
  expect(conditions.map(({ name }) => name)).toEqual([
    "endpoint",
    "instance",
    "ordinal",
    "nth",
    "every",
    "probability",
  ]);
});

const formOf = (change: Partial<FaultForm["rules"][number]>): FaultForm => ({
  schema: undefined,
  seed: "",
  rules: [{ key: "1", id: "", when: {}, action: "status", parameters: { status: "503" }, ...change }],
});

test.each([
  ["rules[0].then.status", { parameters: { status: "200" } }, "Enter a number from 400 to 599."],
  ["rules[0].then.status", { parameters: {} }, "Enter a value."],
  ["rules[0].then.retryAfter", { parameters: { status: "503", retryAfterDate: "true" } }, "Enter a value."],
  ["rules[0].then", { action: "" }, "Choose an action."],
  ["rules[0].when.nth", { when: { nth: "first" } }, "Enter a whole number."],
  ["rules[0].when.probability", { when: { probability: "10" } }, "Enter a number from 0 to 1."],
])("reports a problem at the field %s", (path, change, problem) => {
  expect(toFaultPlan(formOf(change)).problems.get(path)).toBe(problem);
});

test("reports a rule id that the schema refuses", () => {
  expect([...toFaultPlan(formOf({ id: "two words" })).problems.keys()]).toEqual(["rules[0].id"]);
});

import { V1StateResponse, V2StateResponse } from "@journey-kit/schemas";
import { expect, test } from "vitest";
import { toInstanceResult } from "./result.ts";

const common = { instanceId: "instance-00000001", status: "Completed" as const };
const metaData = { createdTime: "2026-01-31T09:30:00.000Z" };
const journey = { name: "Age check", startedAt: "2026-01-31T09:30:00.000Z", id: "age-check", version: "1" };
const flow = { "age-verification-v1": { result: { outcome: "Match", advice: { outcome: "Match", score: 3 } } } };
const step = { name: "age-verification-v1", variant: "age-verification-v1", outcome: "Match" };

test("reads the flow of a v1 state from either of its two possible places (spec 9)", () => {
  const found = { process: { outcome: "Refer", flow } };
  for (const data of [found, { context: found }]) {
    expect(toInstanceResult(V1StateResponse.parse({ ...common, metaData, data }))).toEqual({
      ...common,
      outcome: "refer",
      rawOutcome: "Refer",
      steps: [{ ...step, advice: { outcome: "Match", score: 3 } }],
    });
  }
});

test.each([
  ["decision", "Reject"],
  ["node-7", "Decision: Reject"],
])("reads the outcome of a v1 state from the flow entry %s, which is not a step (spec 9)", (node, outcome) => {
  const data = { context: { process: { flow: { ...flow, [node]: { result: { outcome } } } } } };
  const result = toInstanceResult(V1StateResponse.parse({ ...common, metaData, data }));
  expect(result).toMatchObject({ outcome: "reject", rawOutcome: outcome, steps: [step] });
  expect(result.steps).toHaveLength(1);
});

test("returns the outcome `unknown` if a v1 state has no outcome or no data (spec 9)", () => {
  const none = { ...common, outcome: "unknown", rawOutcome: undefined, steps: [] };
  expect(toInstanceResult(V1StateResponse.parse({ ...common, metaData }))).toEqual(none);
  const state = V1StateResponse.parse({ ...common, metaData, data: { process: { flow } } });
  expect(toInstanceResult(state)).toMatchObject({ outcome: "unknown", steps: [step] });
});

const minimal = { name: "Age Verification", advice: { outcome: "Match" } };
const whole = { nodeId: "1", name: "Age Verification", outcome: "Match", outcomeClassification: "positive" };
const result = { status: "completed", outcome: "Reject", advice: {} };

/** The members that are added to the objects of a state. */
type Place = { readonly [Name in "process" | "context" | "top"]?: object };
const decision = { nodeId: "2", outcome: "Decision: Reject", outcomeClassification: "negative", result: null };

test.each([
  ["an object in the process", { process: { result } }],
  ["a string in the process", { process: { result: "Reject" } }],
  ["an object beside the process", { context: { result } }],
  ["an object beside the status, with the steps", { process: { steps: undefined }, top: { result, steps: [minimal] } }],
])("reads the outcome of a v2 state from %s (spec 4.2)", (_, place: Place) => {
  const process = { journey, steps: [minimal], ...place.process };
  const state = V2StateResponse.parse({ ...common, context: { process, ...place.context }, ...place.top });
  expect(toInstanceResult(state)).toEqual({
    ...common,
    outcome: "reject",
    rawOutcome: "Reject",
    steps: [{ name: "Age Verification", outcome: "Match", advice: { outcome: "Match" } }],
  });
});

test("reads the outcome from the evaluation if the state has no other outcome, and does not list the evaluation as a step (spec 4.2)", () => {
  const context = { process: { journey, steps: [whole, decision] } };
  const state = V2StateResponse.parse({ ...common, context });
  expect(toInstanceResult(state)).toEqual({
    ...common,
    outcome: "reject",
    rawOutcome: "Decision: Reject",
    steps: [{ name: "Age Verification", outcome: "Match", advice: {} }],
  });
});

test.each([
  ["InProgress", "undecided"],
  ["Paused", "undecided"],
  ["Suspended", "undecided"],
  ["Failed", "failed"],
  ["Error", "failed"],
  ["Completed", "accept"],
] as const)(
  "converts a state with the status %s and the outcome Accept to a result with the outcome %s (spec 3.1)",
  (status, outcome) => {
    const context = { process: { journey, steps: [], result: "Accept" } };
    const state = { ...common, status, context };
    expect(toInstanceResult(state).outcome).toBe(outcome);
  },
);

test("maps the standard outcome words and those in the parameter `spelling`, and no others (spec 1)", () => {
  const stateOf = (result: string) =>
    V2StateResponse.parse({ ...common, context: { process: { journey, steps: [], result } } });
  expect(toInstanceResult(stateOf("Green"), { accept: "Green" }).outcome).toBe("accept");
  expect(toInstanceResult(stateOf("Green"))).toMatchObject({ outcome: "unknown", rawOutcome: "Green" });
  expect(toInstanceResult(stateOf("constructor")).outcome).toBe("unknown");
  expect(toInstanceResult(stateOf("Decision: Manual review")).outcome).toBe("refer");
  expect(toInstanceResult(stateOf(" ACCEPT ")).outcome).toBe("accept");
});

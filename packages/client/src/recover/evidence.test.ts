import { expect, test } from "vitest";
import { type Evidence, evidenceOf, type KnownReadings, type Observation } from "./evidence.ts";

const before: Observation = { status: "InProgress", interactionId: "i", open: ["FullName", "Selfie"] };
const gone: Observation = { ...before, open: ["Selfie"] };
const next: Observation = { ...before, interactionId: "next" };
const over: Observation = { status: "Completed", interactionId: undefined, open: [] };
const submitted = { instanceId: "a", interactionId: "i", names: ["FullName"], intent: undefined };
const once: KnownReadings = { "module-retry": "never", "duplicate-element": "refused" };
const early: KnownReadings = { "interaction-waits-for-modules": "at-once" };

test.each<[string, Evidence, Observation | undefined, Observation, KnownReadings]>([
  ["an outstanding element is gone", "accepted", before, gone, {}],
  ["it was never seen outstanding", "unknown", undefined, gone, {}],
  ["it is gone from a journey that is paused", "unknown", before, { ...gone, status: "Paused" }, {}],
  ["it is gone from a journey that failed", "unknown", before, { ...gone, status: "Failed" }, {}],
  ["the interaction moved on", "accepted", before, next, {}],
  ["the journey is over", "accepted", before, over, {}],
  ["it moved on, and was never seen", "unknown", undefined, next, {}],
  ["it moved on and failed", "unknown", before, { ...over, status: "Error" }, {}],
  ["it moved on while modules may move it", "unknown", before, next, early],
  ["it moved on, and no module moves it", "accepted", before, next, { ...early, ...once }],
  ["it is over, and a module may have ended it", "unknown", before, over, { ...early, ...once }],
  ["it is still open", "unknown", before, before, {}],
  ["it is still open, and nothing is taken twice", "absent", before, before, once],
  ["it is still open, and may be wanted again", "unknown", before, before, { "duplicate-element": "refused" }],
  ["it is still open, and may be taken twice", "unknown", before, before, { "module-retry": "never" }],
])("when %s, a lost submit is %s (spec 3.2)", (_, evidence, seen, after, readings) => {
  expect(evidenceOf(seen, after, submitted, readings)).toBe(evidence);
});

test("leaves the outcome of a submit without elements unknown (gap participants-omitted)", () => {
  expect(evidenceOf(before, before, { ...submitted, names: [] }, once)).toBe("unknown");
});

test("repeats only the Complete of a task that is still listed (spec 2.10; gap task-complete-again)", () => {
  const listed: Observation = { status: "InProgress", interactionId: undefined, open: ["t"] };
  const task = { instanceId: "a", interactionId: undefined, names: ["t"] };
  const found = ["Complete", "Save", "Validate"].map((intent) => evidenceOf(listed, listed, { ...task, intent }, once));
  expect(found).toEqual(["absent", "unknown", "unknown"]);
});

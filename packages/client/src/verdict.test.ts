import { expect, test } from "vitest";
import type { Sighting } from "./sighting.ts";
import { judge, type KnownReadings, type Verdict } from "./verdict.ts";

const before: Sighting = { status: "InProgress", interactionId: "i", open: ["FullName", "Selfie"] };
const gone: Sighting = { ...before, open: ["Selfie"] };
const next: Sighting = { ...before, interactionId: "next" };
const over: Sighting = { status: "Completed", interactionId: undefined, open: [] };
const handed = { instanceId: "a", interactionId: "i", names: ["FullName"], intent: undefined };
const once: KnownReadings = { "module-retry": "never", "duplicate-element": "refused" };
const early: KnownReadings = { "interaction-waits-for-modules": "at-once" };

test.each<[string, Verdict, Sighting | undefined, Sighting, KnownReadings]>([
  ["an outstanding element is gone", "done", before, gone, {}],
  ["it was never seen outstanding", "unknown", undefined, gone, {}],
  ["it is gone from a journey that is paused", "unknown", before, { ...gone, status: "Paused" }, {}],
  ["it is gone from a journey that failed", "unknown", before, { ...gone, status: "Failed" }, {}],
  ["the interaction moved on", "done", before, next, {}],
  ["the journey is over", "done", before, over, {}],
  ["it moved on, and was never seen", "unknown", undefined, next, {}],
  ["it moved on and failed", "unknown", before, { ...over, status: "Error" }, {}],
  ["it moved on while modules may move it", "unknown", before, next, early],
  ["it moved on, and no module moves it", "done", before, next, { ...early, ...once }],
  ["it is over, and a module may have ended it", "unknown", before, over, { ...early, ...once }],
  ["it is still open", "unknown", before, before, {}],
  ["it is still open, and nothing is taken twice", "absent", before, before, once],
  ["it is still open, and may be wanted again", "unknown", before, before, { "duplicate-element": "refused" }],
  ["it is still open, and may be taken twice", "unknown", before, before, { "module-retry": "never" }],
])("when %s, a submit is %s (spec 3.2)", (_, verdict, seen, after, readings) => {
  expect(judge(seen, after, handed, readings)).toBe(verdict);
});

test("leaves the outcome of a submit without elements unknown (gap participants-omitted)", () => {
  expect(judge(before, before, { ...handed, names: [] }, once)).toBe("unknown");
});

test("repeats only the Complete of a task that is still listed (spec 2.10; gap task-complete-again)", () => {
  const listed: Sighting = { status: "InProgress", interactionId: undefined, open: ["t"] };
  const task = { instanceId: "a", interactionId: undefined, names: ["t"] };
  const verdicts = ["Complete", "Save", "Validate"].map((intent) => judge(listed, listed, { ...task, intent }, once));
  expect(verdicts).toEqual(["absent", "unknown", "unknown"]);
});

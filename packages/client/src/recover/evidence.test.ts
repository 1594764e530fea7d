import { expect, test } from "vitest";
import { type Evidence, evidenceOf, type KnownReadings, type Observation, readObservation } from "./evidence.ts";

const before: Observation = { status: "InProgress", interactionId: "i", open: ["FullName", "Selfie"] };
const gone: Observation = { ...before, open: ["Selfie"] };
const next: Observation = { ...before, interactionId: "next" };
const over: Observation = { status: "Completed", interactionId: undefined, open: [] };
const submitted = { instanceId: "a", interactionId: "i", names: ["FullName"], intent: undefined };
const once: KnownReadings = { "module-retry": "never", "duplicate-element": "refused" };
const early: KnownReadings = { "interaction-waits-for-modules": "at-once" };

const still = "the element is still outstanding";

test.each<[string, Evidence, Observation | undefined, Observation, KnownReadings]>([
  ["an element is no longer outstanding", "accepted", before, gone, {}],
  ["no earlier fetch listed the element", "unknown", undefined, gone, {}],
  ["the element is gone and the journey is paused", "unknown", before, { ...gone, status: "Paused" }, {}],
  ["the element is gone and the journey failed", "unknown", before, { ...gone, status: "Failed" }, {}],
  ["the journey is at another interaction", "accepted", before, next, {}],
  ["the journey has ended", "accepted", before, over, {}],
  ["the journey is at another interaction and no interaction was fetched before", "unknown", undefined, next, {}],
  ["the journey has failed", "unknown", before, { ...over, status: "Error" }, {}],
  ["modules may have moved the journey to another interaction", "unknown", before, next, early],
  ["the journey is at another interaction and modules never retry", "accepted", before, next, { ...early, ...once }],
  ["a module may have ended the journey", "unknown", before, over, { ...early, ...once }],
  [still, "unknown", before, before, {}],
  [`${still} and the service accepts no data twice`, "absent", before, before, once],
  [`${still} and modules retry automatically`, "absent", before, before, { ...once, "module-retry": "automatic" }],
  [`${still} and a module may have requested it again`, "unknown", before, before, { "duplicate-element": "refused" }],
  [`${still} and the service may accept it twice`, "unknown", before, before, { "module-retry": "never" }],
])("if %s, `evidenceOf` returns `%s` for a lost submit (spec 3.2)", (_, evidence, seen, after, readings) => {
  expect(evidenceOf(seen, after, submitted, readings)).toBe(evidence);
});

test("`evidenceOf` returns `unknown` for a lost submit without elements (gap participants-omitted)", () => {
  expect(evidenceOf(before, before, { ...submitted, names: [] }, once)).toBe("unknown");
});

test("a lost task update is safe to retry if its intent is Complete and the task is still listed (spec 2.10; gap task-complete-again)", () => {
  const listed: Observation = { status: "InProgress", interactionId: undefined, open: ["t"] };
  const task = { instanceId: "a", interactionId: undefined, names: ["t"] };
  const found = ["Complete", "Save", "Validate"].map((intent) => evidenceOf(listed, listed, { ...task, intent }, once));
  expect(found).toEqual(["absent", "unknown", "unknown"]);
});

test("reads the names of outstanding elements, also from fields, and the ids of tasks (gap outstanding-granularity)", () => {
  const body = { interactionId: "i", journey: { status: "InProgress" }, outstanding: ["FullName/firstName", "SSN", 7] };
  expect(readObservation(body)).toEqual({
    status: "InProgress",
    interactionId: "i",
    open: ["FullName/firstName", "FullName", "SSN", "SSN"],
  });
  const after = readObservation({ ...body, outstanding: ["FullName/lastNames"] });
  expect(evidenceOf(readObservation(body), after, submitted, {})).toBe("unknown");
  expect(evidenceOf(readObservation(body), readObservation({ ...body, outstanding: [] }), submitted, {})).toBe(
    "accepted",
  );
  expect(readObservation({ status: "Paused", tasks: [{ taskId: "t" }] })).toMatchObject({
    status: "Paused",
    open: ["t"],
  });
});

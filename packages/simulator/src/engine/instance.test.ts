import { expect, test } from "vitest";
import { createInstance, endOf, isFinal, outcomeOf, outstanding, type Progress, type Start } from "./instance.ts";

const command: Start = {
  type: "start",
  at: 1_000,
  instanceId: "i",
  ordinal: 3,
  resource: { id: "age-check", version: "latest" },
  region: "eu",
  delivery: "page",
  linkExpiresAt: 9_000,
  uid: "u",
  subject: undefined,
};

test("a new instance is collecting data for its first segment (spec 3.1)", () => {
  const provided = { SSN: { by: "prefill", value: {} } } as const;
  expect(createInstance(command, provided, "nothing yet")).toEqual({
    id: "i",
    ordinal: 3,
    resource: { id: "age-check", version: "latest" },
    region: "eu",
    createdAt: 1_000,
    at: 1_000,
    skew: 0,
    delivery: "page",
    linkExpiresAt: 9_000,
    uid: "u",
    prefilledName: {},
    provided,
    collection: "nothing yet",
    segment: 0,
    earlierRuns: {},
    finished: [],
    progress: { phase: "collecting" },
    decisions: [],
  });
  expect(createInstance({ ...command, earlierRuns: { Liveness: 2 } }, {}, 0).earlierRuns).toEqual({ Liveness: 2 });
});

test.each([
  [{ identity: { firstName: "Ada", lastNames: ["L"], gender: "f" } }, { firstName: "Ada", lastNames: ["L"] }],
  [{ identity: { lastNames: ["L"] } }, { lastNames: ["L"] }],
  [{ identity: {} }, {}],
  [{ firstName: "Ada" }, {}],
  ["text", {}],
])("from the prefill %j, an instance keeps the name %j (spec 2.8)", (subject, name) => {
  expect(Object.entries(createInstance({ ...command, subject }, {}, 0).prefilledName)).toEqual(Object.entries(name));
});

test("an element is outstanding until it is provided, whatever its name (spec 2.5)", () => {
  const provided = { SSN: { by: "submit", value: undefined } } as const;
  expect(outstanding({ provided }, ["FullName", "SSN", "constructor"])).toEqual(["FullName", "constructor"]);
});

const running: Progress = { phase: "running", runs: [] };
const reviewing: Progress = { phase: "reviewing", since: 1 };
const paused = (before: Progress): Progress => ({ phase: "paused", since: 2, before });

test.each<readonly [string, Progress, string | undefined, number | undefined, boolean]>([
  ["collects data", { phase: "collecting" }, undefined, undefined, false],
  ["runs modules", running, undefined, undefined, false],
  ["waits for a review", reviewing, "refer", undefined, false],
  ["is paused while modules run", paused(running), undefined, undefined, false],
  ["is paused before a review", paused(reviewing), "refer", undefined, false],
  ["is finished", { phase: "finished", outcome: "reject", finishedAt: 7 }, "reject", 7, true],
  ["has failed", { phase: "failed", cause: "none", failedAt: 8 }, undefined, 8, true],
])(
  "an instance that %s has an outcome only if it was evaluated, and an end time only if it has ended (spec 3.1)",
  (_, progress, outcome, end, final) => {
    const instance = { ...createInstance(command, {}, 0), progress };
    expect([outcomeOf(progress), endOf(instance), isFinal(instance)]).toEqual([outcome, end, final]);
  },
);

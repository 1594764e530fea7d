import type { Explanation } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { describeModule, type Run, timeOf } from "./module-state.ts";

const started = Date.UTC(2026, 0, 1);
const at = (ms: number) => new Date(started + ms).toISOString();
const run: Run = {
  module: "Liveness",
  variant: "liveness-v2",
  segment: "selfie",
  attempt: 1,
  state: "running",
  startedAt: at(0),
  finishesAt: at(2_000),
  outcome: "Success",
  classification: "positive",
  decidedBy: { type: "module" },
  outcomes: [],
  examines: [],
};
const { finishesAt: _, ...endless } = run;

const states: readonly (readonly [string, Run | undefined, string, number])[] = [
  ["a module that has not run", undefined, "waiting: not yet", 0],
  ["a running module", run, "running: 1.5 s left", 0.25],
  ["a module that will fail", { ...run, ends: "fail" }, "running: fails in 1.5 s", 0.25],
  ["a module that never finishes", { ...endless, ends: "never" }, "held: never finishes", 0],
  ["a paused module", { ...run, state: "paused" }, "held: paused, 1.5 s left", 0.25],
  ["a module with an outcome", { ...run, state: "finished" }, "finished: Success", 1],
  ["a failed module", { ...run, state: "failed", ends: "fail" }, "failed: could not complete", 1],
];

test.each(states)('describes $0 as "$2"', (_, latest, expected, share) => {
  const { kind, text, progress } = describeModule(latest, started + 500);
  expect([`${kind}: ${text}`, progress]).toEqual([expected, share]);
});

test("limits the remaining time and the progress to the length of the run", () => {
  expect(describeModule(run, started - 60_000)).toMatchObject({ text: "2 s left", progress: 0 });
  expect(describeModule(run, started + 60_000)).toMatchObject({ text: "0 ms left", progress: 1 });
});

test("colours an outcome by its classification", () => {
  const toneOf = (classification: Explanation["modules"][number]["classification"]) =>
    describeModule({ ...run, state: "finished", classification }, started).tone;
  expect([toneOf("positive"), toneOf("neutral"), toneOf("negative")]).toEqual(["good", "fair", "bad"]);
});

test("counts only the time in which a module runs as work, without pauses", () => {
  const command = (ms: number, type: "pause" | "resume") =>
    ({ at: at(ms), kind: "command", command: { type } }) as const;
  const instance = (changes: Partial<Explanation>) =>
    ({ startedAt: at(-5_000), endedAt: at(20_000), modules: [], timeline: [], ...changes }) as unknown as Explanation; // only what counts
  const other = { ...run, startedAt: at(1_000), finishesAt: at(3_000) };
  const late = { ...run, startedAt: at(10_000), finishesAt: at(12_000) };
  expect(timeOf(instance({}))).toEqual({ worked: 0, idle: 25_000 });
  expect(timeOf(instance({ modules: [run, other, late] }))).toEqual({ worked: 5_000, idle: 20_000 });
  const timeline = [command(500, "pause"), command(1_500, "resume")];
  expect(timeOf(instance({ modules: [run], timeline }))).toEqual({ worked: 1_000, idle: 24_000 });
  expect(timeOf(instance({ modules: [endless] }))).toEqual({ worked: 20_000, idle: 5_000 });
});

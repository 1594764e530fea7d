import type { LoggedCommand, TimelineEvent } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { describeEvent, instantAt, momentAfter, momentBefore, toMoments } from "./moments.ts";
import { createScale } from "./scale.ts";

const start = Date.UTC(2026, 0, 31);
const at = (ms: number) => ({ at: new Date(start + ms).toISOString() });
const command = (ms: number, done: LoggedCommand): TimelineEvent => ({ ...at(ms), kind: "command", command: done });
const started = (ms: number, module: string, attempt = 1): TimelineEvent => ({
  ...at(ms),
  kind: "module-started",
  module,
  attempt,
});
const finished = (ms: number, module: string, outcome: string): TimelineEvent => ({
  ...at(ms),
  kind: "module-finished",
  module,
  attempt: 1,
  outcome,
});
const byApi = { type: "start", delivery: "api" } as const;
const submit = (element: string): LoggedCommand => ({ type: "submit", elements: [element] });
const timeline = [
  command(0, byApi),
  command(2_000, submit("Selfie")),
  started(2_000, "Liveness"),
  finished(5_000, "Liveness", "Approved"),
  { ...at(5_000), kind: "evaluated", outcome: "accept" } as const,
];
const moments = toMoments({ timeline });

test("groups events that have the same time", () => {
  expect(moments.map(({ at, events }) => [at - start, events.map(describeEvent)])).toEqual([
    [0, ["start (delivery: api)"]],
    [2_000, ["submit of Selfie", "Liveness started"]],
    [5_000, ["Liveness: Approved", "evaluated: accept"]],
  ]);
});

test("names the attempt of a module that runs again", () => {
  expect(describeEvent(started(0, "Liveness", 2))).toBe("Liveness, attempt 2 started");
});

test("does not group commands with each other, even if they have the same time", () => {
  const frozen = [
    command(0, byApi),
    command(0, submit("FullName")),
    command(0, submit("DateOfBirth")),
    started(0, "Data Verification"),
    finished(2_000, "Data Verification", "Match"),
  ];
  const places = toMoments({ timeline: frozen });
  expect(places.map(({ at, commands, events }) => [at - start, commands, events.length])).toEqual([
    [0, 1, 1],
    [0, 2, 1],
    [0, undefined, 2],
    [2_000, undefined, 1],
  ]);
  expect(momentBefore(places, { at: start })).toBe(places[1]);
  expect(momentBefore(places, { at: start, commands: 2 })).toBe(places[0]);
  expect(momentAfter(places, { at: start, commands: 2 })).toBe(places[2]);
  expect(momentAfter(places, { at: start })).toBe(places[3]);
});

test("finds the nearest events before and after a time", () => {
  const step = (ms: number) =>
    [momentBefore(moments, { at: start + ms }), momentAfter(moments, { at: start + ms })].map(
      (moment) => moment && moment.at - start,
    );
  expect([step(0), step(1), step(2_000), step(5_000), step(6_000)]).toEqual([
    [undefined, 2_000],
    [0, 2_000],
    [0, 5_000],
    [2_000, undefined],
    [5_000, undefined],
  ]);
});

test("a drag on the timeline snaps to an event only if the event is very close", () => {
  const scale = createScale(moments.map(({ at }) => at));
  expect(instantAt(scale, moments, 0.405) - start).toBe(2_000);
  expect(instantAt(scale, moments, 0.5) - start).toBe(2_500);
});

import { expect, test } from "vitest";
import { describeEvent, instantAt, momentAfter, momentBefore, toMoments } from "./moments.ts";
import { createScale } from "./scale.ts";

const start = Date.UTC(2026, 0, 31);
const event = (ms: number, kind: "command" | "module-started" | "module-finished" | "evaluated", what: string) => ({
  at: new Date(start + ms).toISOString(),
  kind,
  what,
});
const timeline = [
  event(0, "command", "start (delivery: api)"),
  event(2_000, "command", "submit of Selfie"),
  event(2_000, "module-started", "Liveness, attempt 1"),
  event(5_000, "module-finished", "Liveness: Approved"),
  event(5_000, "evaluated", "accept"),
];
const moments = toMoments({ timeline });

test("groups events that have the same time", () => {
  expect(moments.map(({ at, events }) => [at - start, events.map(describeEvent)])).toEqual([
    [0, ["start (delivery: api)"]],
    [2_000, ["submit of Selfie", "Liveness started"]],
    [5_000, ["Liveness: Approved", "evaluated: accept"]],
  ]);
});

test("does not group commands with each other, even if they have the same time", () => {
  const frozen = [
    event(0, "command", "start (delivery: api)"),
    event(0, "command", "submit of FullName"),
    event(0, "command", "submit of DateOfBirth"),
    event(0, "module-started", "Data Verification, attempt 1"),
    event(2_000, "module-finished", "Data Verification: Match"),
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

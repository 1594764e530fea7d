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

test("events at one instant share a moment", () => {
  expect(moments.map(({ at, events }) => [at - start, events.map(describeEvent)])).toEqual([
    [0, ["start (delivery: api)"]],
    [2_000, ["submit of Selfie", "Liveness started"]],
    [5_000, ["Liveness: Approved", "evaluated: accept"]],
  ]);
});

test("steps from an instant to the moments before and after it", () => {
  const step = (ms: number) =>
    [momentBefore(moments, start + ms), momentAfter(moments, start + ms)].map((moment) => moment && moment.at - start);
  expect([step(0), step(1), step(2_000), step(5_000), step(6_000)]).toEqual([
    [undefined, 2_000],
    [0, 2_000],
    [0, 5_000],
    [2_000, undefined],
    [5_000, undefined],
  ]);
});

test("a drag snaps to a moment only if it is very close", () => {
  const scale = createScale(moments.map(({ at }) => at));
  expect(instantAt(scale, moments, 0.405) - start).toBe(2_000);
  expect(instantAt(scale, moments, 0.5) - start).toBe(2_500);
});

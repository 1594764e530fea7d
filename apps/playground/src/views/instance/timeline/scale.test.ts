import fc from "fast-check";
import { expect, test } from "vitest";
import { createScale } from "./scale.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 0, 31);

test("places events in proportion to their times if there is no long pause", () => {
  const { toPlace, gaps, ticks } = createScale([start, start + 2_000, start + 3_000, start + 8_000]);
  expect([0, 2_000, 4_000, 8_000].map((ms) => toPlace(start + ms))).toEqual([0, 0.25, 0.5, 1]);
  expect(gaps).toEqual([]);
  expect(ticks.map(({ at }) => at - start)).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000]);
});

test("shortens a pause of a day between two events, and labels the seconds on both sides of it", () => {
  const instants = [0, 1_000, 2_000, 4_000, day + 4_000, day + 5_000, day + 6_000].map((ms) => start + ms);
  const { toPlace, gaps, ticks } = createScale(instants);
  expect(gaps).toEqual([{ from: start + 4_000, to: start + day + 4_000 }]);
  const width = toPlace(start + day + 4_000) - toPlace(start + 4_000);
  expect(width).toBeCloseTo(0.09 / 1.09);
  expect(toPlace(start + 1_000)).toBeCloseTo(1 / 6 / 1.09);
  expect(ticks.map(({ at }) => at - start)).toEqual([
    0,
    1_000,
    2_000,
    3_000,
    4_000,
    day + 4_000,
    day + 5_000,
    day + 6_000,
  ]);
  expect(ticks.slice(-3).map(({ since, isAfterGap }) => [since, isAfterGap])).toEqual([
    [0, true],
    [1_000, true],
    [2_000, true],
  ]);
});

test("does not shorten the only pause", () => {
  const { gaps, toPlace } = createScale([start, start + day]);
  expect(gaps).toEqual([]);
  expect(toPlace(start + day / 2)).toBe(0.5);
});

test("puts a single event at the end of the axis", () => {
  const { toPlace, toInstant, ticks } = createScale([start]);
  expect([toPlace(start), toInstant(0.3), ticks]).toEqual([1, start, []]);
});

const pauses = fc.array(fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 3 * day })), {
  minLength: 1,
  maxLength: 30,
});

test("keeps the order of events, and converts positions back to times", () => {
  fc.assert(
    fc.property(pauses, (lengths) => {
      let at = start;
      const instants = [start, ...lengths.map((length) => (at += length))];
      const { toPlace, toInstant, ticks } = createScale(instants);
      const places = instants.map(toPlace);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect([places[0], places.at(-1)?.toFixed(9)]).toEqual([0, "1.000000000"]);
      for (const at of instants) expect(Math.abs(toInstant(toPlace(at)) - at)).toBeLessThanOrEqual(1);
      expect(ticks.length).toBeLessThanOrEqual(10 + lengths.length);
    }),
  );
});

test("shortens pauses in which no module runs if they are longer than all runs, even if most pauses are long", () => {
  const instants = [0, 30_000, 60_000, 62_000, 92_000];
  const runs = [{ from: 60_000, to: 62_000 }];
  expect(createScale(instants).gaps).toEqual([]);
  expect(createScale(instants, runs).gaps).toEqual([
    { from: 0, to: 30_000 },
    { from: 30_000, to: 60_000 },
    { from: 62_000, to: 92_000 },
  ]);
  expect(createScale([0, 30_000, 60_000, 160_000], [{ from: 60_000, to: 160_000 }]).gaps).toEqual([]);
});

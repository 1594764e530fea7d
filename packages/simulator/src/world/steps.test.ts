import { expect, test } from "vitest";
import { mapInSteps, stepLength } from "./steps.ts";

test.each([
  [0, 0],
  [stepLength, 0],
  [stepLength + 1, 2],
  [10 * stepLength, 10],
])("maps %i items in order, and pauses %i times", async (length, pauses) => {
  const steps: number[] = [];
  let handled = 0;
  const pause = async () => {
    steps.push(handled);
    handled = 0;
  };
  const items = Array.from({ length }, (_, i) => i);
  const mapped = await mapInSteps(items, pause, (item, i) => {
    handled += 1;
    return [item, i];
  });
  expect(mapped).toEqual(items.map((item) => [item, item]));
  expect(steps).toHaveLength(pauses);
  expect(Math.max(handled, ...steps)).toBeLessThanOrEqual(stepLength);
});

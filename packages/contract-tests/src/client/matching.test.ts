import fc from "fast-check";
import { expect, test } from "vitest";
import { hasMatching } from "./matching.ts";

/** Tries every assignment. */
function hasMatchingByTrial([row, ...others]: readonly (readonly number[])[]): boolean {
  if (row === undefined) return true;
  return row.some((option) => hasMatchingByTrial(others.map((other) => other.filter((one) => one !== option))));
}

test("finds out whether every row can have an option to itself, as trying every assignment does", () => {
  const rows = fc.array(fc.uniqueArray(fc.nat(5), { maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(rows, (choices) => {
      expect(hasMatching(choices)).toBe(hasMatchingByTrial(choices));
    }),
    { numRuns: 1_000 },
  );
});

test("takes at most rows² × options steps, even if one option is missing", () => {
  const size = 40;
  let steps = 0;
  const row = (options: number): Iterable<number> => ({
    *[Symbol.iterator]() {
      for (let option = 0; option < options; option += 1) {
        steps += 1;
        yield option;
      }
    },
  });
  expect(hasMatching(Array.from({ length: size }, () => row(size - 1)))).toBe(false);
  expect(hasMatching(Array.from({ length: size }, (_, n) => row(size - n)))).toBe(true);
  expect(steps).toBeLessThanOrEqual(2 * size ** 3);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { draw } from "./random.ts";

test("the same arguments always draw the same number in [0, 1)", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.nat()), { minLength: 1 }), (words) => {
      const drawn = draw(...words);
      expect(drawn).toBeGreaterThanOrEqual(0);
      expect(drawn).toBeLessThan(1);
      expect(draw(...words)).toBe(drawn);
    }),
  );
});

test("different arguments draw different numbers, even if their concatenations are equal", () => {
  expect(draw("a", "b")).not.toBe(draw("ab"));
  expect(draw(1, 11)).not.toBe(draw(11, 1));
});

test("neighbouring seeds and ordinals draw evenly distributed numbers", () => {
  const counts = Array<number>(10).fill(0);
  for (let seed = 0; seed < 100; seed += 1) {
    for (let ordinal = 0; ordinal < 100; ordinal += 1) {
      const bin = Math.floor(draw(seed, ordinal, "Liveness", 1) * 10);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
  }
  // Each of the ten bins expects 1,000 of the 10,000 draws, with a standard deviation of 30.
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});

import { expect, test } from "vitest";
import { memoize, memoizeText } from "./cache.ts";

test("a memoized function derives one value for each object", () => {
  let calls = 0;
  const derive = memoize((key: { readonly n: number }) => {
    calls += 1;
    return [key.n];
  });
  const [one, two] = [{ n: 1 }, { n: 2 }];
  const value = derive(one);
  expect([derive(one), derive(two), derive(one)]).toEqual([[1], [2], [1]]);
  expect([derive(one) === value, calls]).toEqual([true, 2]);
});

test("a memoized function derives a value once for a short text, and every time for a long text", () => {
  const derived: string[] = [];
  const derive = memoizeText((text) => {
    derived.push(text);
    return text.toUpperCase();
  });
  const long = "x".repeat(1_000);
  for (let i = 0; i < 2; i += 1) expect([derive("a"), derive(long)]).toEqual(["A", long.toUpperCase()]);
  expect(derived).toEqual(["a", long, long]);
});

test("a memoized function returns the right values for any number of texts, and forgets the oldest texts", () => {
  let count = 0;
  const derive = memoizeText((text) => {
    count += 1;
    return { text };
  });
  const all = Array.from({ length: 2_500 }, (_, i) => `${i}`);
  expect(all.map(derive)).toEqual(all.map((text) => ({ text })));
  derive("0");
  expect(count).toBe(2_501);
});

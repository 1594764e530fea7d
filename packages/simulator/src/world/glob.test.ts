import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { matchesGlob, parseGlob, stepsPerCharacter } from "./glob.ts";

/** A pattern as a regular expression; short texts only, because it backtracks. */
const toRegExp = (pattern: string) =>
  new RegExp(`^${[...pattern].map((char) => ({ "*": "[^]*", "?": "[^]" })[char] ?? char).join("")}$`);

test("a pattern matches the same texts as a regular expression", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "?", "*"), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (glob, sent) => {
      expect(matchesGlob(parseGlob(glob), sent)).toBe(toRegExp(glob).test(sent));
    }),
    { numRuns: runs(500, 5_000) },
  );
});

test.each([31, 32, 33, 63, 64, 65, 256])(
  "a pattern of %i characters matches across the words of its places",
  (length) => {
    const exact = "ab".repeat(length).slice(0, length);
    expect(matchesGlob(parseGlob(exact), exact)).toBe(true);
    expect(matchesGlob(parseGlob(exact), `${exact}a`)).toBe(false);
    expect(matchesGlob(parseGlob(exact), exact.slice(1))).toBe(false);
    expect(matchesGlob(parseGlob(`*${exact}?*`), `xx${exact}y`)).toBe(true);
    expect(matchesGlob(parseGlob(`*${exact}?*`), `xx${exact}`)).toBe(false);
  },
);

test.each([
  ["*".repeat(256), 1],
  ["a".repeat(31), 1],
  ["a".repeat(32), 2],
  ["a*".repeat(128), 5],
])("matching %j takes one step for each 32 of its places (%i)", (pattern, steps) => {
  expect(stepsPerCharacter(parseGlob(pattern))).toBe(steps);
});

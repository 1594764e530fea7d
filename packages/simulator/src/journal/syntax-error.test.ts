import fc from "fast-check";
import { expect, test } from "vitest";
import { findSyntaxError } from "./syntax-error.ts";

test.each([
  ["", 0],
  ['{"a": ada}', 6],
  ['{"a": 1,}', 8],
  ["[1 2]", 3],
  ["[1,]", 3],
  ["[}", 1],
  ['{"a" 1}', 5],
  ['{"a": "b', 6],
  ['{"a": 1', 7],
  ["{} x", 3],
  ["01", 1],
  ["{{", 1],
  ["[1[", 2],
  ["[:", 1],
  ['{"a":,', 5],
  ['{"a",', 4],
  ["[,", 1],
  ['"\\u00zz"', 0],
])("finds the syntax error in the JSON text %j at index %i", (text, place) =>
  expect(findSyntaxError(text)).toBe(place),
);

test("finds no syntax error in escaped characters", () => {
  expect(findSyntaxError('["\\u0041\\n", "\\uFFFF"]')).toBeUndefined();
});

test("finds a syntax error if and only if `JSON.parse` throws", () => {
  const json = fc.json({ maxDepth: 3 });
  const broken = fc.tuple(json, fc.nat(40), fc.string({ maxLength: 2 }));
  fc.assert(fc.property(json, (text) => findSyntaxError(text) === undefined));
  fc.assert(
    fc.property(broken, ([text, place, more]) => {
      const changed = text.slice(0, place) + more + text.slice(place + 1);
      return isJson(changed) === (findSyntaxError(changed) === undefined);
    }),
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

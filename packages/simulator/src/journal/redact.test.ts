import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { findSyntaxError, redact } from "./redact.ts";

test("keeps the names of a dictionary, unless a caller wrote text that is no name", () => {
  const dictionary = z.object({}).catchall(z.int().meta({ public: true }));
  const body = { height: 7, "Ada Lovelace": 8, "a@b.c": 9 };
  expect(redact(dictionary, body, "caller")).toEqual({ height: 7, "a@b.c": 9, "…": "‹1 more›" });
  expect(redact(dictionary, body, "service")).toEqual(body);
});

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
])("finds the syntax error in %j at index %i", (text, place) => expect(findSyntaxError(text)).toBe(place));

test("finds a syntax error exactly when `JSON.parse` throws", () => {
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

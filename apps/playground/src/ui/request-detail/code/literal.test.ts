import { expect, test } from "vitest";
import { toLiteral } from "./literal.ts";

test("writes short values on one line, and quotes only the names that need it", () => {
  expect(toLiteral({ a: [1, "two", null], "b-c": { d: true }, e: {} })).toBe(
    '{ a: [1, "two", null], "b-c": { d: true }, e: {} }',
  );
});

test("splits long values over several indented lines", () => {
  const long = "x".repeat(92);
  expect(toLiteral({ a: { b: [long, 1] } })).toBe(`{\n  a: {\n    b: [\n      "${long}",\n      1,\n    ],\n  },\n}`);
});

test("replaces a placeholder for a number, boolean, array or object with a value of that type", () => {
  expect(toLiteral(["‹number›", "‹boolean›", "‹array 2›", "‹object 3›", "‹string 4›"])).toBe(
    '[0 /* ‹number› */, false /* ‹boolean› */, [] /* ‹array 2› */, {} /* ‹object 3› */, "‹string 4›"]',
  );
});

test("writes JavaScript that evaluates to the same value", () => {
  const value = { a: 'quote " and \\ and \n', __proto__x: [{ "1": -1.5 }], text: "`x`" };
  expect(new Function(`return ${toLiteral(value)}`)()).toEqual(value);
});

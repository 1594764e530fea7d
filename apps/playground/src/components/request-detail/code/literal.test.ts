import { expect, test } from "vitest";
import { toLiteral } from "./literal.ts";

test("writes short values on one line and names without quotes", () => {
  expect(toLiteral({ a: [1, "two", null], "b-c": { d: true }, e: {} })).toBe(
    '{ a: [1, "two", null], "b-c": { d: true }, e: {} }',
  );
});

test("breaks long values into lines and indents them", () => {
  const long = "x".repeat(90);
  expect(toLiteral({ a: { b: [long] } })).toBe(`{\n  a: {\n    b: [\n      "${long}",\n    ],\n  },\n}`);
});

test("writes a value of the right type for a placeholder that does not stand for text", () => {
  expect(toLiteral({ a: "‹number›", b: "‹boolean›", c: "‹array 2›", d: "‹object 3›", e: "‹string 4›" })).toBe(
    '{ a: 0 /* ‹number› */, b: false /* ‹boolean› */, c: [] /* ‹array 2› */, d: {} /* ‹object 3› */, e: "‹string 4›" }',
  );
});

test("writes JavaScript that evaluates to the same value", () => {
  const value = { a: 'quote " and \\ and \n', __proto__x: [{ "1": -1.5 }], text: "`${x}`" };
  expect(new Function(`return ${toLiteral(value)}`)()).toEqual(value);
});

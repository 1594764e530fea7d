import { expect, test } from "vitest";
import * as z from "zod";
import { createDraftFormat } from "./draft-format.ts";

const format = createDraftFormat({
  type: z.strictObject({ count: z.int(), secret: z.string().optional() }),
  toForm: ({ count }) => ({ count: String(count) }),
  fromForm: ({ count }) => ({
    value: { count: Number(count) },
    problems: new Map(count === "" ? [["count", "Enter a number."]] : []),
  }),
});

test("switches between form and JSON and keeps what was entered", () => {
  const json = format.switchMode({ mode: "form", form: { count: "7" } });
  expect(json).toEqual({ mode: "json", text: '{\n  "count": 7\n}\n' });
  expect(json && format.switchMode(json)).toEqual({ mode: "form", form: { count: "7" } });
});

test("does not switch modes if an entered value would be lost", () => {
  expect(format.switchMode({ mode: "form", form: { count: "" } })).toBeUndefined();
  expect(format.switchMode({ mode: "json", text: '{"count": 7' })).toBeUndefined();
  expect(format.switchMode({ mode: "json", text: '{"count": 7, "secret": "x"}' })).toBeUndefined();
});

test("reports the problems in a JSON draft by path", () => {
  expect(format.read({ mode: "json", text: '{"count": "7"}' })).toEqual({
    problems: new Map([["count", "Invalid input: expected number, received string."]]),
  });
});

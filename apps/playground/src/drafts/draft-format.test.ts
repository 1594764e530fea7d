import { isRecord } from "@journey-kit/schemas/calls";
import { expect, test } from "vitest";
import * as z from "zod";
import { createDraftFormat } from "./draft-format.ts";

const format = createDraftFormat({
  type: z.strictObject({ count: z.int(), secret: z.string().optional() }),
  canShow: (value) => isRecord(value) && value.secret === undefined,
});

test("switches between form and JSON and keeps what was entered", () => {
  const json = format.switchMode({ mode: "form", value: { count: 7 } });
  expect(json).toEqual({ mode: "json", text: '{\n  "count": 7\n}\n' });
  expect(json && format.switchMode(json)).toEqual({ mode: "form", value: { count: 7 } });
});

test("keeps a value that is not valid yet", () => {
  const json = format.switchMode({ mode: "form", value: { count: "seven" } });
  expect(json && format.switchMode(json)).toEqual({ mode: "form", value: { count: "seven" } });
});

test("does not switch to a form that would lose something", () => {
  expect(format.switchMode({ mode: "json", text: '{"count": 7' })).toBeUndefined();
  expect(format.switchMode({ mode: "json", text: '{"count": 7, "secret": "x"}' })).toBeUndefined();
  expect(format.open({ count: 7, secret: "x" }).mode).toBe("json");
});

test("reports problems by path, in both modes alike, and a missing member at its own place", () => {
  const read = (value: unknown) => [
    format.read({ mode: "form", value }),
    format.read({ mode: "json", text: JSON.stringify(value) }),
  ];
  const wrong = { problems: new Map([["count", "Must be a whole number."]]) };
  expect(read({ count: "7" })).toEqual([wrong, wrong]);
  const missing = { problems: new Map([["count", "This field is required."]]) };
  expect(read({})).toEqual([missing, missing]);
  expect(format.read({ mode: "json", text: "{" })).toEqual({ problems: new Map([["", "This is not JSON."]]) });
});

test("opens a text as a form only if it is valid", () => {
  expect(format.openText('{"count": 7}')).toEqual({ mode: "form", value: { count: 7 } });
  expect(format.openText('{"count": "7"}').mode).toBe("json");
});

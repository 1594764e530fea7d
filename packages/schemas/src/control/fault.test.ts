import { expect, test } from "vitest";
import { describeFault, faultActionOf, faultActionTypes } from "../tables/fault-actions.ts";
import { FaultAction } from "./fault.ts";

test("every row of the table has a schema, and every schema has a row", () => {
  expect(FaultAction.options.map(({ shape }) => shape.type.value)).toEqual(faultActionTypes);
});

test.each(FaultAction.options.map(({ shape }) => shape))("the words of an action name only its fields", (shape) => {
  const { words } = faultActionOf({ type: shape.type.value });
  const named = [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(Object.keys(shape)).toEqual(expect.arrayContaining(named));
});

test.each<[FaultAction, string]>([
  [{ type: "status", status: 503 }, "answered with 503"],
  [{ type: "status", status: 503, retryAfter: 5 }, "answered with 503 (retryAfter 5)"],
  [
    { type: "status", status: 502, retryAfter: 5, retryAfterDate: true, body: {} },
    "answered with 502 (retryAfter 5, retryAfterDate, body)",
  ],
  [{ type: "delay", ms: 2_500 }, "response delayed by 2.5 s"],
  [{ type: "dropResponse" }, "response lost"],
  [{ type: "truncate", characters: 20 }, "response cut off after 20 characters"],
  [{ type: "contentType", contentType: "text/$&" }, "response sent as text/$&"],
  [{ type: "clockSkew", ms: -30_000 }, "token expires early by -30 s"],
])("describes %j as %s", (action, words) => {
  expect(describeFault(action)).toBe(words);
});

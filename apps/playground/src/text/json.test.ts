import { expect, test } from "vitest";
import { parseBody } from "./json.ts";

test.each([
  ['{"a":1}', { a: 1 }],
  ["null", null],
  ["false", false],
  ["", ""],
  ['{"a":', '{"a":'],
  ["Bad Gateway", "Bad Gateway"],
])("reads the body %s", (text, value) => {
  expect(parseBody(text)).toEqual(value);
});

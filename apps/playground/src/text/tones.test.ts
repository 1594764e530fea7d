import { expect, test } from "vitest";
import { httpTone } from "./tones.ts";

test.each([
  [200, "good"],
  [299, "good"],
  [302, "live"],
  [400, "bad"],
  [503, "bad"],
])("the tone of the HTTP status %d is %s", (status, tone) => {
  expect(httpTone(status)).toBe(tone);
});

import { expect, test } from "vitest";
import { shorten } from "./shorten.ts";

test("shortens long texts at any depth, and changes nothing else", () => {
  const image = "a".repeat(2_000);
  expect(shorten({ documents: [{ side1Image: image, number: "1" }], count: 2, none: null })).toEqual({
    documents: [{ side1Image: `${"a".repeat(24)}… (2,000 characters)`, number: "1" }],
    count: 2,
    none: null,
  });
});

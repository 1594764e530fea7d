import { expect, it } from "vitest";
import { nodeDigest } from "./digest.ts";

it("digests a text as 32 bytes that tell it from others", () => {
  expect(nodeDigest("a")).toMatch(/^[0-9a-f]{64}$/);
  expect(nodeDigest("a")).toBe(nodeDigest("a"));
  expect(nodeDigest("a")).not.toBe(nodeDigest("b"));
});

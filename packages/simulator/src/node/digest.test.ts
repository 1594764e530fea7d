import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { portableDigest } from "../context/digest.ts";
import { nodeDigest } from "./digest.ts";

it("the digest of a base64 string has 32 bytes, and differs for another string", () => {
  expect(nodeDigest("aaaa")).toMatch(/^[0-9a-f]{64}$/);
  expect(nodeDigest("aaaa")).toBe(nodeDigest("aaaa"));
  expect(nodeDigest("aaaa")).not.toBe(nodeDigest("bbbb"));
});

const letters = fc.constantFrom(..."Aa0+/=-_ \n!é", "\u{1f600}");
const nearMisses = fc.oneof(
  fc.base64String(),
  fc.string({ unit: letters, maxLength: 12 }),
  fc
    .tuple(fc.base64String({ minLength: 4 }), fc.nat(), letters)
    .map(([text, at, letter]) => text.slice(0, at % text.length) + letter + text.slice((at % text.length) + 1)),
);

it("the Node digest accepts the same strings as the portable digest (spec 2.8)", () => {
  fc.assert(
    fc.property(nearMisses, (text) => {
      expect(nodeDigest(text) === undefined).toBe(portableDigest(text) === undefined);
    }),
    { numRuns: 5_000 },
  );
});

it("hashes a large image, and rejects the image if any character is invalid (spec 2.8)", () => {
  const bytes = Buffer.alloc(500_000, "image");
  const text = bytes.toString("base64");
  expect(nodeDigest(text)).toBe(createHash("sha256").update(bytes).digest("hex"));
  for (const at of [0, 2 ** 18 - 1, 2 ** 18, text.length - 5]) {
    for (const invalid of ["!", "-", "_"]) {
      expect(nodeDigest(text.slice(0, at) + invalid + text.slice(at + 1))).toBeUndefined();
    }
  }
});

import { createCipheriv } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { portableDigest } from "../context/digest.ts";
import { nodeDigest } from "./digest.ts";

it("the digest of an image has 16 bytes, and is the same only for the same image (spec 2.8)", () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const digestOf = (image: Uint8Array) => nodeDigest(Buffer.from(image).toString("base64"));
      expect(digestOf(one)).toMatch(/^[0-9a-f]{32}$/);
      expect(digestOf(one.slice())).toBe(digestOf(one));
      expect(digestOf(one) === digestOf(other)).toBe(Buffer.compare(one, other) === 0);
    }),
  );
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

it("digests every byte of a large image, and rejects the image if any character is invalid (spec 2.8)", () => {
  const bytes = Buffer.alloc(500_000, "image");
  const text = bytes.toString("base64");
  const whole = createCipheriv("aes-128-gcm", Buffer.alloc(16), Buffer.alloc(12)).setAAD(bytes);
  whole.final();
  expect(nodeDigest(text)).toBe(whole.getAuthTag().toString("hex"));
  const digests = [0, (2 ** 18 / 4) * 3 - 1, (2 ** 18 / 4) * 3, bytes.length - 1].map((at) => {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return nodeDigest(changed.toString("base64"));
  });
  expect(new Set([nodeDigest(text), nodeDigest(text.slice(0, -4)), ...digests]).size).toBe(6);
  for (const at of [0, 2 ** 18 - 1, 2 ** 18, text.length - 5]) {
    for (const invalid of ["!", "-", "_"]) {
      expect(nodeDigest(text.slice(0, at) + invalid + text.slice(at + 1))).toBeUndefined();
    }
  }
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { digestImages } from "../api/subject.ts";
import { isBase64 } from "./base64.ts";
import { portableDigest } from "./digest.ts";

test("accepts the padded base64 that `btoa` produces, and refuses malformed variants (spec 2.8)", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const text = btoa(String.fromCharCode(...bytes));
      expect(isBase64(text)).toBe(true);
      expect(isBase64(`${text}A`)).toBe(false);
      expect(isBase64(text.replace(/.$/, "!"))).toBe(false);
    }),
  );
  for (const text of ["", "=", "====", "a===", "ab=c", "abc", "ab cd", "aW1hZ2U-"])
    expect(isBase64(text), text).toBe(false);
});

test("replaces an image with its digest and length (spec 2.8)", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
      const image = btoa(String.fromCharCode(...bytes));
      const subject = {
        documents: [{ side1Image: image, side2Image: "" }],
        biometrics: [{ selfieImage: `data:image/png;base64,${image}` }],
      };
      digestImages(subject, portableDigest);
      expect(subject).toEqual({
        documents: [{ side1Image: `base64:${portableDigest(image)}:${bytes.length}`, side2Image: "" }],
        biometrics: [{ selfieImage: `data-url:${portableDigest(image)}:${bytes.length}` }],
      });
    }),
  );
});

test("replacing images never throws, no matter what the subject contains (spec 2.8)", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (documents, biometrics) =>
      digestImages({ documents, biometrics }, portableDigest),
    ),
  );
});

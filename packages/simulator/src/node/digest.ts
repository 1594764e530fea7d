import { createCipheriv } from "node:crypto";
import { countBytes } from "../context/base64.ts";
import type { Digest } from "../context/digest.ts";

/** Characters that are decoded at a time: a multiple of four, and few enough to fit in a processor's cache. */
const sliceLength = 2 ** 18;
const decoded = Buffer.alloc((sliceLength / 4) * 3);

const key = Buffer.alloc(16);
const nonce = Buffer.alloc(12);

/**
 * GMAC of the decoded image, as hexadecimal, which takes an eighth of the time of SHA-256. It identifies an image but
 * proves nothing about it, because the key is constant. The portable digest returns other values. Decoding also validates
 * the text: Node skips characters that are not base64, so invalid text decodes to too few bytes. Node also accepts the
 * characters `-` and `_`, so the function looks for them first. An image is decoded in slices, because a buffer of its
 * size would trigger a full garbage collection.
 */
export const nodeDigest: Digest = (base64) => {
  if (base64.length === 0 || base64.length % 4 !== 0) return undefined;
  const mac = createCipheriv("aes-128-gcm", key, nonce); // GMAC is AES-GCM without a text to encrypt
  let length = 0;
  for (let start = 0; start < base64.length; start += sliceLength) {
    const slice = base64.slice(start, start + sliceLength);
    if (slice.includes("-") || slice.includes("_")) return undefined;
    const written = decoded.write(slice, "base64");
    mac.setAAD(decoded.subarray(0, written));
    length += written;
  }
  if (length !== countBytes(base64)) return undefined;
  mac.final();
  return mac.getAuthTag().toString("hex");
};

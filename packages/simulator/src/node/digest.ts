import { hash } from "node:crypto";
import { countBytes, type Digest } from "../context/digest.ts";

/**
 * The first 32 bytes of BLAKE2b-512 of the decoded image, as hexadecimal. Node computes it five times as fast as the
 * portable digest, which has other values. Decoding also validates the text: Node skips characters that are not base64,
 * so invalid text decodes to too few bytes. Node accepts `-` and `_`, so they are checked first.
 */
export const nodeDigest: Digest = (base64) => {
  if (base64.length === 0 || base64.length % 4 !== 0 || base64.includes("-") || base64.includes("_")) return undefined;
  const bytes = Buffer.from(base64, "base64");
  return bytes.length === countBytes(base64) ? hash("blake2b512", bytes, "hex").slice(0, 64) : undefined;
};

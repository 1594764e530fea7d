import { hash } from "node:crypto";
import { countBytes, type Digest } from "../context/digest.ts";

/**
 * BLAKE2b of 32 bytes from Node, as hexadecimal; five times as fast as the portable digest. Decoding also validates the
 * text: Node skips characters that are not base64, so the result is too short. Node accepts `-` and `_`, so they are
 * checked first.
 */
export const nodeDigest: Digest = (base64) => {
  if (base64.length === 0 || base64.length % 4 !== 0 || base64.includes("-") || base64.includes("_")) return undefined;
  const bytes = Buffer.from(base64, "base64");
  return bytes.length === countBytes(base64) ? hash("blake2b512", bytes, "hex").slice(0, 64) : undefined;
};

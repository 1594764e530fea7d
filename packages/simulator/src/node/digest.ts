import { hash } from "node:crypto";
import { countBytes, type Digest } from "../context/digest.ts";

/**
 * BLAKE2b of Node's own over the decoded bytes, as 32 bytes of hexadecimal: five times as fast as the portable one and
 * half of SHA-256's time. Decoding also checks: Node skips what is no base64, so that bytes are missing, and reads the
 * two letters of the other alphabet, which are looked for.
 */
export const nodeDigest: Digest = (base64) => {
  if (base64.length === 0 || base64.length % 4 !== 0 || base64.includes("-") || base64.includes("_")) return undefined;
  const bytes = Buffer.from(base64, "base64");
  return bytes.length === countBytes(base64) ? hash("blake2b512", bytes, "hex").slice(0, 64) : undefined;
};

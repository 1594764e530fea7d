import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Image } from "../engine/subject.ts";
import { countBytes, isBase64 } from "./base64.ts";

/** Computes the digest of padded base64; undefined for any other text. */
export type Digest = (base64: string) => string | undefined;

/**
 * Computes the SHA-256 digest of the text in hexadecimal. This function runs on every platform; a platform can provide a
 * faster digest.
 */
export const portableDigest: Digest = (base64) =>
  isBase64(base64) ? bytesToHex(sha256(utf8ToBytes(base64))) : undefined;

const dataUrl = /^data:[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64};base64,/i;

/** Reads the text of an image: its encoding, digest and length. Spec 2.8; gap `image-encoding`. */
export function readImage(text: string, digestOf: Digest): Image {
  const head = dataUrl.exec(text.slice(0, 200))?.[0] ?? "";
  const content = text.slice(head.length);
  const digest = digestOf(content);
  if (digest === undefined) return { encoding: "none", length: text.length };
  return { encoding: head === "" ? "base64" : "data-url", digest, bytes: countBytes(content) };
}

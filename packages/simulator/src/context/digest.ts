import { isRecord } from "@journey-kit/schemas/subject-path";
import { blake2b } from "@noble/hashes/blake2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { biometricImages, documentImages, type Image, toImageText } from "../engine/subject.ts";

/** Makes a short digest of padded base64; undefined for any other text. A platform may bring a faster one than ours. */
export type Digest = (base64: string) => string | undefined;

/** BLAKE2b of 32 bytes, as hexadecimal; runs wherever scripts run. */
export const portableDigest: Digest = (base64) =>
  isBase64(base64) ? bytesToHex(blake2b(utf8ToBytes(base64), { dkLen: 32 })) : undefined;

/**
 * Replaces every image of a subject by what is kept of it: digest and length. Works on the subject in place, so that
 * the bytes are given up at once. Spec 2.8.
 */
export function digestImages(subject: unknown, digest: Digest): void {
  if (!isRecord(subject)) return;
  replaceIn(subject.documents, documentImages, digest);
  replaceIn(subject.biometrics, biometricImages, digest);
}

function replaceIn(entries: unknown, leaves: readonly string[], digest: Digest): void {
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (typeof entry !== "object" || entry === null) continue;
    for (const leaf of leaves) {
      const text: unknown = Object.hasOwn(entry, leaf) ? Reflect.get(entry, leaf) : undefined;
      if (typeof text === "string" && text !== "") Reflect.set(entry, leaf, toImageText(inspect(text, digest)));
    }
  }
}

const dataUrl = /^data:[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64};base64,/i;

function inspect(text: string, digestOf: Digest): Image {
  const head = dataUrl.exec(text.slice(0, 200))?.[0] ?? "";
  const content = text.slice(head.length);
  const digest = digestOf(content);
  if (digest === undefined) return { encoding: "none", length: text.length };
  return { encoding: head === "" ? "base64" : "data-url", digest, bytes: countBytes(content) };
}

/** How many bytes padded base64 stands for. */
export const countBytes = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0);

const letters = new Uint8Array(128);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  letters[letter.charCodeAt(0)] = 1;

/** Whether a text is padded base64, letter by letter: one large regular expression takes ten times as long. */
export function isBase64(text: string): boolean {
  if (text.length === 0 || text.length % 4 !== 0) return false;
  const end = text.length - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
  for (let i = 0; i < end; i += 1) if (letters[text.charCodeAt(i)] !== 1) return false;
  return true;
}

import { Subject } from "@journey-kit/schemas";
import type { Limits } from "@journey-kit/schemas/limits";
import { isRecord, memberOf } from "@journey-kit/schemas/subject-path";
import type { SimulatorContext } from "../context/context.ts";
import { type Digest, readImage } from "../context/digest.ts";
import type { Basis } from "../engine/result.ts";
import { biometricImages, documentImages, toImageText } from "../engine/subject.ts";
import { LimitError } from "../world/control-error.ts";
import { formatPath, toKnownPath } from "../world/parse.ts";
import { RefusalError } from "./errors.ts";
import type { WorldRequest } from "./request.ts";

const maxEntries = 50;

/**
 * Reads a subject: checks the lengths of its arrays and replaces its images with digests. Spec 2.8; gap `array-limits`.
 *
 * @throws {RefusalError} `WRONG_VALUE` when an array is too long.
 */
export function readSubject(
  { digest }: SimulatorContext,
  { recorder }: WorldRequest,
  subject: unknown,
): Readonly<Record<string, unknown>> {
  if (!isRecord(subject)) return {};
  for (const name of ["documents", "biometrics"]) {
    const entries = memberOf(subject, name);
    if (!Array.isArray(entries) || entries.length <= maxEntries || recorder.reading("array-limits") === "none")
      continue;
    throw new RefusalError("WRONG_VALUE", `context.subject.${name}: expected at most ${maxEntries} entries.`);
  }
  if (subject.documents !== undefined || subject.biometrics !== undefined) digestImages(subject, digest);
  return subject;
}

/** Replaces every image of a subject with its digest and length, in place, to free the bytes immediately. Spec 2.8. */
export function digestImages(subject: Readonly<Record<string, unknown>>, digest: Digest): void {
  replaceIn(subject.documents, documentImages, digest);
  replaceIn(subject.biometrics, biometricImages, digest);
}

function replaceIn(entries: unknown, leaves: readonly string[], digest: Digest): void {
  for (const entry of Array.isArray(entries) ? entries : []) {
    if (typeof entry !== "object" || entry === null) continue;
    for (const leaf of leaves) {
      const text: unknown = Object.hasOwn(entry, leaf) ? Reflect.get(entry, leaf) : undefined;
      if (typeof text === "string" && text !== "") Reflect.set(entry, leaf, toImageText(readImage(text, digest)));
    }
  }
}

/**
 * Checks the size of the data that an instance keeps from a request, after images have been replaced. Counts member names
 * and texts except the digests of images, in bytes of UTF-8.
 *
 * @throws {LimitError} `text-bytes` with the path of the text, or `subject-bytes`.
 */
export function checkSize(limits: Limits, subject: unknown, participants: readonly string[]): void {
  const [maxText, maxBytes] = [limits["text-bytes"], limits["subject-bytes"]];
  const scan: Scan = { maxText, maxBytes, path: [], bytes: 0, tooLong: undefined };
  addSize(scan, subject);
  if (scan.tooLong !== undefined) {
    const path = ["context", "subject", ...toKnownPath(Subject, scan.tooLong)];
    throw new LimitError("text-bytes", maxText, formatPath(path));
  }
  for (const [i, name] of participants.entries()) {
    const bytes = bytesOf(name, maxText);
    if (bytes > maxText) throw new LimitError("text-bytes", maxText, `participants[${i}].domainElementId`);
    scan.bytes += bytes;
  }
  if (scan.bytes > maxBytes) throw new LimitError("subject-bytes", maxBytes, "context.subject");
}

interface Scan {
  readonly maxText: number;
  readonly maxBytes: number;
  /** The path of the current value. */
  readonly path: PropertyKey[];
  bytes: number;
  /** The path of the first text that is too long. */
  tooLong: readonly PropertyKey[] | undefined;
}

const bytesOfLeaf = 8;

/** Adds the size of a value, unless the sum is already too large. */
function addSize(scan: Scan, value: unknown): void {
  if (scan.bytes > scan.maxBytes) return;
  if (typeof value === "string") {
    if (isImage(scan.path)) return;
    const bytes = bytesOf(value, scan.maxText);
    scan.bytes += bytes;
    if (bytes > scan.maxText) scan.tooLong ??= [...scan.path];
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) addMember(scan, i, value[i]);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      scan.bytes += bytesOf(name, scan.maxText);
      addMember(scan, name, member);
    }
  } else scan.bytes += bytesOfLeaf;
}

const imagesOf: Readonly<Record<string, readonly string[]>> = {
  documents: documentImages,
  biometrics: biometricImages,
};

/** Whether the text at a path of a subject is the digest of an image. Only entries of lists have digests. */
function isImage(path: readonly PropertyKey[]): boolean {
  const [list, entry, leaf] = path;
  if (path.length !== 3 || typeof entry !== "number" || typeof list !== "string") return false;
  return Object.hasOwn(imagesOf, list) && imagesOf[list]?.includes(String(leaf)) === true;
}

function addMember(scan: Scan, key: PropertyKey, member: unknown): void {
  scan.path.push(key);
  addSize(scan, member);
  scan.path.pop();
}

/** Size of a text in bytes of UTF-8, or its length in characters if that already exceeds `max`. */
export function bytesOf(text: string, max: number): number {
  let bytes = text.length;
  if (bytes > max) return bytes;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2; // each half of a surrogate pair has two bytes
  }
  return bytes;
}

const rulesByElement: ReadonlyMap<string, readonly Basis[]> = new Map([
  ["DateOfBirth", ["date-of-birth-form"]],
  ["SSN", ["id-number-ssn-type"]],
  ["PrimaryDocument", ["document-primary-type", "document-images-base64"]],
  ["Selfie", ["selfie-image-base64"]],
]);

/** The rules cited when elements are accepted. Spec 2.8. */
export const elementBasis = (names: readonly string[]): readonly Basis[] =>
  names.flatMap((name) => rulesByElement.get(name) ?? []);

/** The rules cited when a subject is accepted. Spec 1, 2.8. */
export function subjectBasis(subject: Readonly<Record<string, unknown>>): readonly Basis[] {
  const { documents } = subject;
  const hasEmptyBack = Array.isArray(documents) && documents.some((one) => memberOf(one, "side2Image") === "");
  return [
    ...(Object.keys(subject).length > 0 ? (["caller-supplies-subject", "subject-members"] as const) : []),
    ...(subject.uid === undefined ? [] : (["subject-uid-no-effect"] as const)),
    ...(hasEmptyBack ? (["document-side2-empty"] as const) : []),
  ];
}

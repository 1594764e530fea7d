import { Subject } from "@journey-kit/schemas";
import { formatPath } from "@journey-kit/schemas/calls";
import type { Limits } from "@journey-kit/schemas/tables";
import { exceeds } from "../engine/refusal-error.ts";
import { biometricImages, documentImages } from "../engine/subject.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { findKnownPath } from "../world/parse.ts";
import { countMatchSteps } from "../world/scenario.ts";

/**
 * Checks how much scenario rules have to compare for an instance whose data comes from the given subjects. The engine
 * tests the rules when a module starts, which can be during a poll. Adds the steps of earlier subjects of the instance.
 *
 * @returns The number of steps, including the earlier ones.
 * @throws {RefusalError} `match-steps`.
 */
export function checkMatching(
  limits: Limits,
  { scenarios }: Pick<InstanceTerms, "scenarios">,
  subjects: readonly unknown[],
  before = 0,
): number {
  const max = limits["match-steps"];
  const steps = subjects.reduce((sum: number, subject) => sum + countMatchSteps(scenarios, subject), before);
  if (steps > max) throw exceeds("match-steps", max, "context.subject");
  return steps;
}

/**
 * Checks the size of the data that an instance keeps from a request, after images have been replaced. Counts member names
 * and texts except the digests of images, in bytes of UTF-8.
 *
 * @returns The size.
 * @throws {RefusalError} `text-bytes` with the path of the text, or `subject-bytes`.
 */
export function checkSize(limits: Limits, subject: unknown): number {
  const [maxText, maxBytes] = [limits["text-bytes"], limits["subject-bytes"]];
  const scan: Scan = { maxText, maxBytes, path: [], bytes: 0, tooLong: undefined };
  addSize(scan, subject);
  if (scan.tooLong !== undefined) {
    const path = ["context", "subject", ...findKnownPath(Subject, scan.tooLong)];
    throw exceeds("text-bytes", maxText, formatPath(path));
  }
  if (scan.bytes > maxBytes) throw exceeds("subject-bytes", maxBytes, "context.subject");
  return scan.bytes;
}

/**
 * Checks the size of the participants that an instance keeps together with a subject of `bytes` bytes.
 *
 * @throws {RefusalError} `text-bytes` with the path of the name, or `subject-bytes`.
 */
export function checkParticipants(limits: Limits, participants: readonly string[], bytes: number): void {
  const [maxText, maxBytes] = [limits["text-bytes"], limits["subject-bytes"]];
  let sum = bytes;
  for (const [i, name] of participants.entries()) {
    const length = bytesOf(name, maxText);
    if (length > maxText) throw exceeds("text-bytes", maxText, `participants[${i}].domainElementId`);
    sum += length;
  }
  if (sum > maxBytes) throw exceeds("subject-bytes", maxBytes, "context.subject");
}

interface Scan {
  readonly maxText: number;
  readonly maxBytes: number;
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
    if (isImagePath(scan.path)) return;
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
function isImagePath(path: readonly PropertyKey[]): boolean {
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

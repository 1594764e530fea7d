import { isRecord, memberOf } from "@journey-kit/schemas/calls";
import type { SimulatorContext } from "../context/context.ts";
import { type Digest, readImage } from "../context/digest.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import type { Basis } from "../engine/result.ts";
import { biometricImages, documentImages, toImageText } from "../engine/subject.ts";
import type { WorldRequest } from "./request.ts";

const maxEntries = 50;

/**
 * Reads a subject: checks the lengths of its arrays and replaces its images with digests. Spec 2.8; gap `array-limits`.
 *
 * @throws {RefusalError} `WRONG_VALUE` when an array is too long.
 */
export function readSubject(
  { digest }: SimulatorContext,
  { citations }: WorldRequest,
  subject: unknown,
): Readonly<Record<string, unknown>> {
  if (!isRecord(subject)) return {};
  for (const name of ["documents", "biometrics"]) {
    const entries = memberOf(subject, name);
    if (!Array.isArray(entries) || entries.length <= maxEntries || citations.choose("array-limits") === "none")
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

import type { Basis } from "../machine/result.ts";
import { memberOf } from "../world/path.ts";

const byElement: Readonly<Record<string, readonly Basis[]>> = {
  DateOfBirth: ["date-of-birth-form"],
  SSN: ["id-number-ssn-type"],
  PrimaryDocument: ["document-primary-type", "document-images-base64"],
  Selfie: ["selfie-image-base64"],
};

/** The rules about elements that their acceptance shows. Spec 2.8. */
export const elementBasis = (names: readonly string[]): readonly Basis[] =>
  names.flatMap((name) => (Object.hasOwn(byElement, name) ? (byElement[name] ?? []) : []));

/** The rules about a subject that its acceptance shows. Spec 1, 2.8. */
export function subjectBasis(subject: Readonly<Record<string, unknown>>): readonly Basis[] {
  const { documents } = subject;
  const hasEmptyBack = Array.isArray(documents) && documents.some((one) => memberOf(one, "side2Image") === "");
  return [
    ...(Object.keys(subject).length > 0 ? (["caller-supplies-subject", "subject-members"] as const) : []),
    ...(subject.uid === undefined ? [] : (["subject-uid-no-effect"] as const)),
    ...(hasEmptyBack ? (["document-side2-empty"] as const) : []),
  ];
}

import type { ElementName } from "@journey-kit/schemas/elements";
import type { RuleId } from "@journey-kit/schemas/rules";
import fc from "fast-check";
import { replaceAt } from "./place.ts";
import { type SubjectOptions, subject } from "./subject.ts";

/** What is wrong with a subject, and nothing else is. */
export interface Breach {
  /** The rule that is broken. */
  readonly rule: RuleId;
  /** The one domain element that is concerned. Spec 2.6. */
  readonly element: ElementName;
  /** `invalid`: it is there and malformed. `lacking`: it does not count as provided. */
  readonly kind: "invalid" | "lacking";
  /** Place in the subject. */
  readonly at: string;
}

/** A subject that breaks exactly one rule. */
export interface SubjectNearMiss extends Breach {
  readonly subject: unknown;
}

const noBase64 = ["no base64!", "aW1hZ2U", "aW1h=ZZZ", "aW1h ZZZ="];

/** Each breach, and what stands at its place. */
const breaches: readonly (readonly [Breach, readonly unknown[]])[] = [
  [
    { rule: "date-of-birth-form", element: "DateOfBirth", kind: "invalid", at: "identity.dateOfBirth" },
    ["10.12.1990", "1990-13-10", "2025-02-29", "1990-1-1", "1990-12-10T00:00:00Z", 19_901_210],
  ],
  [{ rule: "subject-members", element: "FullName", kind: "invalid", at: "identity.firstName" }, [7, ["Ada"]]],
  [{ rule: "subject-members", element: "FullName", kind: "invalid", at: "identity.lastNames" }, ["Lovelace", [7]]],
  [
    { rule: "subject-members", element: "CurrentAddress", kind: "invalid", at: "identity.currentAddress.lines" },
    ["1 High Street", [1]],
  ],
  [
    { rule: "subject-members", element: "CurrentAddress", kind: "invalid", at: "identity.currentAddress.postalCode" },
    [10_118, true],
  ],
  [
    { rule: "id-number-ssn-type", element: "SSN", kind: "invalid", at: "identity.idNumbers[0].idNumber" },
    [123_456_789],
  ],
  [
    { rule: "id-number-ssn-type", element: "SSN", kind: "lacking", at: "identity.idNumbers[0].type" },
    ["passport", "nino"],
  ],
  [
    { rule: "document-images-base64", element: "PrimaryDocument", kind: "invalid", at: "documents[0].side1Image" },
    noBase64,
  ],
  [
    { rule: "document-images-base64", element: "PrimaryDocument", kind: "invalid", at: "documents[0].side2Image" },
    noBase64,
  ],
  [
    { rule: "document-primary-type", element: "PrimaryDocument", kind: "lacking", at: "documents[0].type" },
    ["Secondary", "Visa"],
  ],
  [{ rule: "selfie-image-base64", element: "Selfie", kind: "invalid", at: "biometrics[0].selfieImage" }, noBase64],
  [
    { rule: "submit-missing-required-refused", element: "FullName", kind: "lacking", at: "identity.lastNames" },
    [undefined, [], [""]],
  ],
  [
    { rule: "submit-missing-required-refused", element: "FullName", kind: "lacking", at: "identity.firstName" },
    [undefined, ""],
  ],
  [
    { rule: "submit-missing-required-refused", element: "DateOfBirth", kind: "lacking", at: "identity.dateOfBirth" },
    [undefined, ""],
  ],
  [
    {
      rule: "submit-missing-required-refused",
      element: "PrimaryDocument",
      kind: "lacking",
      at: "documents[0].side1Image",
    },
    [undefined, ""],
  ],
  [
    { rule: "submit-missing-required-refused", element: "Selfie", kind: "lacking", at: "biometrics[0].selfieImage" },
    [undefined, ""],
  ],
];

/** Every breach that a subject can have. */
export const subjectBreaches: readonly Breach[] = breaches.map(([breach]) => breach);

/**
 * Subjects of which exactly one thing is wrong, and what that is: all else holds good data for the six elements. Shrink
 * to Ada Lovelace with the first breach. Spec 2.6, 2.8.
 */
export const subjectNearMiss = (options: SubjectOptions = {}): fc.Arbitrary<SubjectNearMiss> =>
  fc
    .tuple(
      subject(options),
      fc.oneof(
        { withCrossShrink: true },
        ...breaches.map(([breach, values]) => fc.constantFrom(...values).map((value) => ({ breach, value }))),
      ),
    )
    .map(([good, { breach, value }]) => ({ ...breach, subject: replaceAt(good, breach.at, value) }));

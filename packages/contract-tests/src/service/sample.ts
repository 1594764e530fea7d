import type { Subject } from "@journey-kit/schemas";

/** The data to send for a domain element: valid, invalid, or none. */
export type SampleKind = "valid" | "invalid" | "absent";

/** A domain element, and which kind of data to send for it. */
export interface Part {
  readonly element: string;
  readonly kind: SampleKind;
}

type Fragment = Readonly<Record<string, unknown>>;

/** A few bytes in base64 that are accepted as an image. */
export const sampleImage = "aW1hZ2U=";

const name = { firstName: "Ada", lastNames: ["Lovelace"] };
const dateOfBirth = "1990-12-10";
const currentAddress = { lines: ["1 High Street"], postalCode: "SW1Y 4JH", country: "GBR" };
const idNumbers = [{ type: "ssn", idNumber: "123-45-6789", country: "USA" }];
const documents = [{ type: "Primary", side1Image: sampleImage }];
const biometrics = [{ selfieImage: sampleImage }];

/** The name and date of birth of an adult. Spec 2.8. */
export const adult = { ...name, dateOfBirth } as const;

/** An adult with data for every sampled element, accepted by every module under every reading. Spec 2.8. */
export const person: Subject = {
  identity: { ...adult, currentAddress, idNumbers },
  documents,
  biometrics,
};

const samples: Readonly<Record<string, { readonly valid: Fragment; readonly invalid: Fragment }>> = {
  FullName: { valid: { identity: name }, invalid: { identity: { ...name, lastNames: "Lovelace" } } },
  DateOfBirth: { valid: { identity: { dateOfBirth } }, invalid: { identity: { dateOfBirth: "10.12.1990" } } },
  CurrentAddress: {
    valid: { identity: { currentAddress } },
    invalid: { identity: { currentAddress: { lines: "1 High Street", postalCode: 7 } } },
  },
  SSN: {
    valid: { identity: { idNumbers } },
    invalid: { identity: { idNumbers: [{ type: "ssn", idNumber: 123_456_789 }] } },
  },
  PrimaryDocument: {
    valid: { documents },
    invalid: { documents: [{ type: "Primary", side1Image: "not an image" }] },
  },
  Selfie: { valid: { biometrics }, invalid: { biometrics: [{ selfieImage: "not an image" }] } },
};

/** The domain elements for which there is a sample. Spec 2.6. */
export const sampleNames: readonly string[] = Object.keys(samples);

/** Creates parts with valid data for the named elements. */
export const validParts = (names: readonly string[]): readonly Part[] =>
  names.map((element) => ({ element, kind: "valid" }));

/**
 * Creates a subject with data for some elements. Spec 2.8.
 *
 * @throws {Error} When there is no sample of an element.
 */
export function createSubject(parts: readonly Part[]): Fragment {
  const subject: Record<string, unknown> = { documents: [], biometrics: [] };
  const identity: Record<string, unknown> = {};
  for (const { element, kind } of parts) {
    if (kind === "absent") continue;
    const sample = Object.hasOwn(samples, element) ? samples[element]?.[kind] : undefined;
    if (sample === undefined) throw new Error(`There is no sample of ${element}.`);
    Object.assign(identity, sample.identity);
    Object.assign(subject, sample);
  }
  return { ...subject, ...(Object.keys(identity).length > 0 && { identity }) };
}

/**
 * Whether the data of a part breaks the schema of the subject. An image that is not base64 does not break the schema.
 * Spec 2.8.
 */
export const hasWrongForm = ({ element, kind }: Part): boolean =>
  kind === "invalid" && element !== "PrimaryDocument" && element !== "Selfie";

const kindWords: Readonly<Record<SampleKind, string>> = { valid: "", invalid: " (invalid)", absent: " (without data)" };

/** Lists the parts in words, such as `FullName, SSN (invalid)`. */
export const renderParts = (parts: readonly Part[]): string =>
  parts.length === 0 ? "nothing" : parts.map(({ element, kind }) => element + kindWords[kind]).join(", ");

/** The data to send for a domain element: valid, invalid, or none. */
export type Kind = "valid" | "invalid" | "absent";

/** A domain element as a command sends it. */
export interface Part {
  readonly element: string;
  readonly kind: Kind;
}

type Fragment = Readonly<Record<string, unknown>>;

/** A few bytes in base64. */
const image = "aW1hZ2U=";

const samples: Readonly<Record<string, { readonly valid: Fragment; readonly invalid: Fragment }>> = {
  FullName: {
    valid: { identity: { firstName: "Ada", lastNames: ["Lovelace"] } },
    invalid: { identity: { firstName: "Ada", lastNames: "Lovelace" } },
  },
  DateOfBirth: {
    valid: { identity: { dateOfBirth: "1990-12-10" } },
    invalid: { identity: { dateOfBirth: "10.12.1990" } },
  },
  CurrentAddress: {
    valid: { identity: { currentAddress: { lines: ["1 High Street"], postalCode: "SW1Y 4JH", country: "GBR" } } },
    invalid: { identity: { currentAddress: { lines: "1 High Street", postalCode: 7 } } },
  },
  SSN: {
    valid: { identity: { idNumbers: [{ type: "ssn", idNumber: "123-45-6789" }] } },
    invalid: { identity: { idNumbers: [{ type: "ssn", idNumber: 123_456_789 }] } },
  },
  PrimaryDocument: {
    valid: { documents: [{ type: "Primary", side1Image: image }] },
    invalid: { documents: [{ type: "Primary", side1Image: "not an image" }] },
  },
  Selfie: {
    valid: { biometrics: [{ selfieImage: image }] },
    invalid: { biometrics: [{ selfieImage: "not an image" }] },
  },
};

/** The domain elements in the specification, which a model can send. Spec 2.6. */
export const sampleNames: readonly string[] = Object.keys(samples);

/** A subject with data for some elements: an adult that every module accepts. Spec 2.8. */
export function toSubject(parts: readonly Part[]): Fragment {
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

/** Whether the data of a part breaks the schema of the subject. An image that is not base64 does not. Spec 2.8. */
export const hasWrongForm = ({ element, kind }: Part): boolean =>
  kind === "invalid" && element !== "PrimaryDocument" && element !== "Selfie";

const marks: Readonly<Record<Kind, string>> = { valid: "", invalid: " (invalid)", absent: " (without data)" };

/** Names the parts for a reader. */
export const toText = (parts: readonly Part[]): string =>
  parts.length === 0 ? "nothing" : parts.map(({ element, kind }) => element + marks[kind]).join(", ");

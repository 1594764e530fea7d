import type { RequestOf } from "@journey-kit/client";

/** What the program knows of its end user, where the subject holds it. Spec 2.8. */
export type Subject = NonNullable<RequestOf<"v2.startJourney">["context"]["subject"]>;

// A picture of one pixel; a real program sends what a camera took.
const image = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The data of each domain element. Spec 2.6. */
export const person: Readonly<Record<string, Subject>> = {
  FullName: { identity: { firstName: "Ada", lastNames: ["Lovelace"] } },
  DateOfBirth: { identity: { dateOfBirth: "1990-12-10" } },
  CurrentAddress: {
    identity: { currentAddress: { lines: ["12 St James's Square"], locality: "London", country: "GB" } },
  },
  PrimaryDocument: { documents: [{ type: "Primary", side1Image: image }] },
  Selfie: { biometrics: [{ type: "Selfie", selfieImage: image }] },
};

import { pixel } from "./journey.ts";
/** Creates a subject with every domain element. The last name decides the outcome. Spec 2.8. */
export const subjectOf = (lastName: string) => ({
  identity: {
    firstName: "Ada",
    lastNames: [lastName],
    dateOfBirth: "1990-12-10",
    currentAddress: { lines: ["12 St James's Square"], locality: "London", country: "GB" },
    idNumbers: [{ type: "ssn", idNumber: "123-45-6789" }],
  },
  documents: [{ type: "Primary", side1Image: pixel }],
  biometrics: [{ selfieImage: pixel }],
});

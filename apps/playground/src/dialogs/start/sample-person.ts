import type { StartChoice } from "./start-request.ts";

/** One white pixel as PNG, in base64. The simulator keeps only the digests of images. */
const image = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTjaBQAAAABJRU5ErkJggg==";

/** The data of every element that the built-in journeys collect. Spec 2.6, 2.8. */
export const samplePerson: StartChoice["subject"] = {
  identity: {
    firstName: "Ada",
    lastNames: ["Lovelace"],
    dateOfBirth: "1985-12-10",
    currentAddress: { premise: "12", thoroughfare: "St James's Square", locality: "London", postalCode: "SW1Y 4JH" },
    idNumbers: [{ type: "ssn", idNumber: "900-12-3456", country: "USA" }],
  },
  documents: [{ type: "Primary", side1Image: image, side2Image: image }],
  biometrics: [{ selfieImage: image }],
};

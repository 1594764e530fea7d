import type { Subject } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Conclusion, JourneyRun } from "../target/client-adapter.ts";

/** A small image: a few bytes in base64. */
const image = "aW1hZ2U=";

/** An adult that every module and every reading accepts. Spec 2.8. */
export const acceptedPerson: Subject = {
  identity: {
    firstName: "Ada",
    lastNames: ["Lovelace"],
    dateOfBirth: "1990-12-10",
    currentAddress: { lines: ["1 High Street"], postalCode: "SW1Y 4JH", country: "GBR" },
    idNumbers: [{ type: "ssn", idNumber: "123-45-6789", country: "USA" }],
  },
  documents: [{ type: "Primary", side1Image: image }],
  biometrics: [{ selfieImage: image }],
};

const journeys = ["age-check", "identity-check", "document-and-selfie", "full-kyc", "onboarding"];

/** The simulator's built-in journeys of both generations, with a person that every module accepts. */
export const shippedRuns: readonly JourneyRun[] = [
  ...journeys.map((id): JourneyRun => ({ resourceId: `${id}@latest`, generation: "v2", subject: acceptedPerson })),
  ...journeys.map((id): JourneyRun => ({ resourceId: `${id}-v1@latest`, generation: "v1", subject: acceptedPerson })),
];

/**
 * The verdicts that are correct for such a run; `unknown` too if a v1 state does not show the outcome. Spec 9; gap
 * `v1-outcome-place`.
 */
export const toExpected = ({ generation }: JourneyRun, profile: Profile): readonly Conclusion[] =>
  generation === "v1" && profile["v1-outcome-place"] === "absent" ? ["accept", "unknown"] : ["accept"];

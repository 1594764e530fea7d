import type { Profile } from "@journey-kit/schemas/profile";
import type { Conclusion, JourneyRun } from "../service/client-adapter.ts";
import { person } from "../service/sample.ts";

const journeys = ["age-check", "identity-check", "document-and-selfie", "full-kyc", "onboarding"];

/** The simulator's built-in journeys of both generations, with a person who passes every module. */
export const shippedRuns: readonly JourneyRun[] = [
  ...journeys.map((id): JourneyRun => ({ resourceId: `${id}@latest`, generation: "v2", subject: person })),
  ...journeys.map((id): JourneyRun => ({ resourceId: `${id}-v1@latest`, generation: "v1", subject: person })),
];

/** The built-in journeys of the given generations. */
export const shippedRunsOf = (generations: readonly JourneyRun["generation"][]): readonly JourneyRun[] =>
  shippedRuns.filter(({ generation }) => generations.includes(generation));

/**
 * The correct conclusions of a built-in run. If a v1 state does not show the outcome, `unknown` is correct as well.
 * Spec 9; gap `v1-outcome-place`.
 */
export const toExpected = ({ generation }: JourneyRun, profile: Profile): readonly Conclusion[] =>
  generation === "v1" && profile["v1-outcome-place"] === "absent" ? ["accept", "unknown"] : ["accept"];

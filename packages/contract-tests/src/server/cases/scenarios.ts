import type { Scenario } from "@journey-kit/schemas/control";
import type { GapId, Reading } from "@journey-kit/schemas/tables";
import type { Case } from "./case.ts";

/** The elements that `identity-check` collects. */
export const identity = ["FullName", "DateOfBirth", "CurrentAddress", "SSN"] as const;

/** The elements that `document-and-selfie` collects. */
export const documentAndSelfie = ["FullName", "DateOfBirth", "PrimaryDocument", "Selfie"] as const;

const scenario = (name: string, description: string, rules: Scenario["rules"]): Scenario => ({
  name,
  description,
  rules,
});

export const tenSeconds = scenario("kit-ten-seconds", "Every module takes ten seconds.", [
  { when: {}, then: { latency: 10_000 } },
]);

export const halfDone = scenario(
  "kit-half-done",
  "Data Verification finishes immediately. Age Verification never finishes.",
  [
    { when: { module: "Age Verification" }, then: { ends: "never" } },
    { when: {}, then: { latency: 0 } },
  ],
);

/** One of two modules fails at once. The other takes ten seconds. Gap `parallel-failure`. */
export const halfBroken = scenario(
  "kit-half-broken",
  "Data Verification fails at once. Age Verification takes ten seconds.",
  [
    { when: { module: "Data Verification" }, then: { ends: "fail", latency: 0 } },
    { when: {}, then: { latency: 10_000 } },
  ],
);

/** One module leads to refer, another to reject, and no module runs again. Gap `mixed-results`. */
export const mixedResults: Scenario = {
  ...scenario("kit-mixed-results", "Data Verification leads to refer, Document Authentication to reject.", [
    { when: { module: "Data Verification" }, then: { outcome: "refer" } },
    { when: { module: "Document Authentication" }, then: { outcome: "reject" } },
  ]),
  readings: { "module-retry": "never" },
};

export const ownOutcome = scenario("kit-own-outcome", "Age Verification returns the neutral outcome `Watch List`.", [
  {
    when: { module: "Age Verification" },
    then: { outcome: { name: "Watch List", classification: "neutral", advice: { list: "EU" } } },
  },
]);

/** Liveness fails. Gap `module-retry`. */
export const livenessFails = scenario("kit-liveness-fails", "Liveness fails.", [
  { when: { module: "Liveness" }, then: { outcome: "Fail" } },
]);

/** Liveness fails and asks for another selfie under every reading of gap `module-retry`. */
export const livenessAsksAgain: Scenario = {
  ...scenario("kit-liveness-asks-again", "Liveness fails and asks for another selfie.", livenessFails.rules),
  readings: { "module-retry": "recollect" },
};

/**
 * Returns a function that says why a rule cannot be observed under `readings`, and returns undefined under other
 * readings.
 */
export const hiddenUnder =
  <Id extends GapId>(gap: Id, ...readings: readonly Reading<Id>[]): NonNullable<Case["hidden"]> =>
  (profile) =>
    readings.includes(profile[gap]) ? `no response can show the rule under ${gap}=${profile[gap]}` : undefined;

/** Hides a rule if a submit must contain every required element of its interaction. */
export const inPieces = hiddenUnder("missing-element", "of-interaction");

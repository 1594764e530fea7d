import type { Scenario } from "@journey-kit/schemas/control";
import type { GapId, Reading } from "@journey-kit/schemas/tables";
import type { Case } from "./case.ts";

/** The elements that `identity-check` collects. */
export const identity = ["FullName", "DateOfBirth", "CurrentAddress", "SSN"] as const;

/** The elements that `document-and-selfie` collects. */
export const documentAndSelfie = ["FullName", "DateOfBirth", "PrimaryDocument", "Selfie"] as const;

export const tenSeconds: Scenario = {
  name: "kit-ten-seconds",
  description: "Every module takes ten seconds.",
  rules: [{ when: {}, then: { latency: 10_000 } }],
};

export const halfDone: Scenario = {
  name: "kit-half-done",
  description: "Data Verification finishes immediately. Age Verification never finishes.",
  rules: [
    { when: { module: "Age Verification" }, then: { ends: "never" } },
    { when: {}, then: { latency: 0 } },
  ],
};

/** Gap `parallel-failure`. */
export const halfBroken: Scenario = {
  name: "kit-half-broken",
  description: "Data Verification fails at once. Age Verification takes ten seconds.",
  rules: [
    { when: { module: "Data Verification" }, then: { ends: "fail", latency: 0 } },
    { when: {}, then: { latency: 10_000 } },
  ],
};

/** No module runs again. Gap `mixed-results`. */
export const mixedResults: Scenario = {
  name: "kit-mixed-results",
  description: "Data Verification leads to refer, Document Authentication to reject.",
  rules: [
    { when: { module: "Data Verification" }, then: { outcome: "refer" } },
    { when: { module: "Document Authentication" }, then: { outcome: "reject" } },
  ],
  readings: { "module-retry": "never" },
};

const watchList = { name: "Watch List", classification: "neutral", advice: { list: "EU" } } as const;

export const ownOutcome: Scenario = {
  name: "kit-own-outcome",
  description: "Age Verification returns the neutral outcome `Watch List`.",
  rules: [{ when: { module: "Age Verification" }, then: { outcome: watchList } }],
};

/** Gap `module-retry`. */
export const livenessFails: Scenario = {
  name: "kit-liveness-fails",
  description: "Liveness fails.",
  rules: [{ when: { module: "Liveness" }, then: { outcome: "Fail" } }],
};

/** The same under every reading of gap `module-retry`. */
export const livenessAsksAgain: Scenario = {
  ...livenessFails,
  name: "kit-liveness-asks-again",
  description: "Liveness fails and asks for another selfie.",
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

import type { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/profile";
import type { RouteName } from "@journey-kit/schemas/routes";
import type { Conclusion } from "../target/client-adapter.ts";

/** A situation in which a client is tested. */
export interface Situation {
  readonly text: string;
  /** What happens in every instance. */
  readonly scenario: string | Scenario;
  /** Readings that the situation requires, in addition to the chosen ones. */
  readonly readings?: Readings;
  readonly faults?: FaultPlan;
  /** The correct conclusion; omitted if several are correct. */
  readonly expects?: Conclusion;
  /** Number of concurrent journeys; default 1. */
  readonly runs?: number;
  /** Accepts an instance under review once the client has asked about it three times. */
  readonly isReviewed?: boolean;
  /** `sleep`: only for a client that waits with `settings.sleep`. `slow`: for any other, and takes more than a minute. */
  readonly needs?: "sleep" | "slow";
}

/** A journey whose last modules finish one after the other, so that the client has to poll the state. */
const patient: Scenario = {
  name: "kit-patient",
  rules: [
    { when: { module: "Liveness" }, then: { latency: 65_000 } },
    { when: { module: "Facematch" }, then: { latency: 125_000 } },
  ],
  otherwise: { outcome: "accept" },
};

/** A journey that outlasts a token of five minutes. */
const long: Scenario = { name: "kit-long", rules: [], otherwise: { outcome: "accept", latency: 400_000 } };

/** A journey in real time that outlasts a token of one minute. */
const overAMinute: Scenario = {
  name: "kit-over-a-minute",
  rules: [{ when: { module: "Data Verification" }, then: { latency: 70_000 } }],
  otherwise: { outcome: "accept", latency: 0 },
};

const losingFirst = (endpoint: RouteName) => ({
  rules: [{ id: "lost", when: { endpoint, nth: 1 }, then: { lose: "answer" as const } }],
});

const fourErrors = [1, 2, 3, 4].map((nth) => ({
  id: `error-${nth}`,
  when: { endpoint: "v2.fetchState" as const, nth },
  then: { status: 503 },
}));

/** The situations that clients are tested in, in order. */
export const situations = {
  accepted: { text: "A journey that is accepted.", scenario: "accepted", expects: "accept" },
  rejected: { text: "A journey that is rejected.", scenario: "rejected", expects: "reject" },
  referred: {
    text: "A journey that ends with refer.",
    scenario: "referred",
    readings: { "refer-ends-journey": "yes" },
    expects: "refer",
  },
  patient: { text: "A journey whose modules take minutes.", scenario: patient, expects: "accept" },
  failed: {
    text: "A journey that fails with the status Failed.",
    scenario: "broken",
    readings: { "failure-status": "failed" },
    expects: "failed",
  },
  error: {
    text: "A journey that fails with the status Error.",
    scenario: "broken",
    readings: { "failure-status": "error" },
    expects: "failed",
  },
  "error-in-state": {
    text: "A journey that fails: Error in the state, Failed in the interaction.",
    scenario: "broken",
    readings: { "failure-status": "error-in-v2-state" },
    expects: "failed",
  },
  "in-review": {
    text: "A journey that waits for a reviewer as InProgress.",
    scenario: "referred",
    readings: { "refer-ends-journey": "no", paused: "by-tester" },
    isReviewed: true,
  },
  paused: {
    text: "A journey that waits for a reviewer as Paused.",
    scenario: "referred",
    readings: { "refer-ends-journey": "no", paused: "in-review" },
    isReviewed: true,
  },
  "state-errors": {
    text: "The first four state responses are 503.",
    scenario: patient,
    faults: { rules: fourErrors },
  },
  "lost-start": {
    text: "The response to the start is lost.",
    scenario: "accepted",
    faults: losingFirst("v2.startJourney"),
  },
  "lost-submit": {
    text: "The response to the first submit is lost.",
    scenario: "accepted",
    readings: { "duplicate-element": "refused", "stale-interaction": "conflict" },
    faults: losingFirst("v2.submitInteraction"),
    expects: "accept",
  },
  "revoked-token": {
    text: "The token is revoked during a journey.",
    scenario: "accepted",
    faults: {
      rules: [{ id: "revoked", when: { endpoint: "v2.fetchInteraction", nth: 2 }, then: { token: "revoked" } }],
    },
  },
  together: { text: "One client runs four journeys at once.", scenario: "accepted", runs: 4 },
  expiry: {
    text: "A journey outlasts its token.",
    scenario: long,
    readings: { "token-lifetime": "300s", "expires-in-unit": "seconds" },
    needs: "sleep",
  },
  "slow-expiry": {
    text: "A journey outlasts its token in real time.",
    scenario: overAMinute,
    readings: { "token-lifetime": "60s", "expires-in-unit": "seconds" },
    needs: "slow",
  },
} as const satisfies Readonly<Record<string, Situation>>;

/** Name of a situation; the caller defines `chosen`. */
export type SituationId = keyof typeof situations | "chosen";

/** Every built-in situation, in order. */
export const situationRows = Object.entries(situations) as readonly (readonly [SituationId, Situation])[]; // `Object.entries` forgets the keys

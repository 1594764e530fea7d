import type { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/profile";
import type { RouteName } from "@journey-kit/schemas/routes";
import type { Conclusion } from "../target/client-adapter.ts";

/** A situation in which a client is tested. */
export interface Situation {
  readonly text: string;
  /** The scenario of every instance. */
  readonly scenario: string | Scenario;
  /** Readings that the situation requires. They override the chosen profile. */
  readonly readings?: Readings;
  readonly faults?: FaultPlan | undefined;
  /** The correct conclusion; if omitted, any that matches the simulator's state. */
  readonly expects?: Conclusion;
  /** Number of concurrent journeys; default 1. */
  readonly runs?: number;
  /** Whether a reviewer accepts each referred instance after the client has polled it three times. */
  readonly isReviewed?: boolean;
  /**
   * `sleep`: runs only if the client waits with `settings.sleep`. `slow`: runs only if the client has its own timers
   * and the option `slow` is set, because it takes more than a minute.
   */
  readonly needs?: "sleep" | "slow";
}

/** A scenario in which the last modules finish one after the other, so that the client has to poll the state. */
const patient: Scenario = {
  name: "kit-patient",
  rules: [
    { when: { module: "Liveness" }, then: { latency: 65_000 } },
    { when: { module: "Facematch" }, then: { latency: 125_000 } },
  ],
  otherwise: { outcome: "accept" },
};

/** A scenario that outlasts a token with a lifetime of five minutes. */
const long: Scenario = { name: "kit-long", rules: [], otherwise: { outcome: "accept", latency: 400_000 } };

/** A scenario that, in real time, outlasts a token with a lifetime of one minute. */
const overAMinute: Scenario = {
  name: "kit-over-a-minute",
  rules: ["Data Verification", "Age Verification"].map((module) => ({ when: { module }, then: { latency: 70_000 } })),
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

/** The situations in which clients are tested, in order. */
export const situations = {
  accepted: { text: "The instance is accepted.", scenario: "accepted", expects: "accept" },
  rejected: { text: "The instance is rejected.", scenario: "rejected", expects: "reject" },
  referred: {
    text: "The instance is referred.",
    scenario: "referred",
    readings: { "refer-ends-journey": "yes" },
    expects: "refer",
  },
  patient: { text: "The instance's modules take minutes to finish.", scenario: patient, expects: "accept" },
  failed: {
    text: "The instance fails with the status Failed.",
    scenario: "broken",
    readings: { "failure-status": "failed" },
    expects: "failed",
  },
  error: {
    text: "The instance fails with the status Error.",
    scenario: "broken",
    readings: { "failure-status": "error" },
    expects: "failed",
  },
  "error-in-state": {
    text: "The instance fails. Fetching the state returns Error, and fetching the interaction returns Failed.",
    scenario: "broken",
    readings: { "failure-status": "error-in-v2-state" },
    expects: "failed",
  },
  "in-review": {
    text: "The status is InProgress while the instance waits for a reviewer.",
    scenario: "referred",
    readings: { "refer-ends-journey": "no", paused: "by-tester" },
    isReviewed: true,
  },
  paused: {
    text: "The status is Paused while the instance waits for a reviewer.",
    scenario: "referred",
    readings: { "refer-ends-journey": "no", paused: "in-review" },
    isReviewed: true,
  },
  "state-errors": {
    text: "The first four requests for the state return 503.",
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
    text: "One request is refused with a 401, as if its token had been revoked.",
    scenario: "accepted",
    faults: {
      rules: [{ id: "revoked", when: { endpoint: "v2.fetchState", nth: 1 }, then: { token: "revoked" } }],
    },
  },
  together: { text: "One client runs four journeys at once.", scenario: "accepted", runs: 4 },
  expiry: {
    text: "The access token expires during the journey.",
    scenario: long,
    readings: { "token-lifetime": "300s", "expires-in-unit": "seconds" },
    needs: "sleep",
  },
  "slow-expiry": {
    text: "The access token expires during the journey, and the client waits in real time.",
    scenario: overAMinute,
    readings: { "token-lifetime": "60s", "expires-in-unit": "seconds" },
    needs: "slow",
  },
} as const satisfies Readonly<Record<string, Situation>>;

/** Name of a situation; the caller defines `chosen`. */
export type SituationId = keyof typeof situations | "chosen";

/** Every built-in situation, in order. */
export const situationRows = Object.entries(situations) as readonly (readonly [SituationId, Situation])[]; // `Object.entries` loses the key types

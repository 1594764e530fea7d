import type { JourneyDefinition, Subject } from "@journey-kit/schemas";
import type { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/profile";
import { regions } from "@journey-kit/schemas/regions";
import type { RouteName } from "@journey-kit/schemas/routes";
import type { Conclusion, JourneyRun } from "../service/client-adapter.ts";
import { person } from "../service/sample.ts";

/** A situation in which a client is tested. */
export interface Situation {
  readonly text: string;
  /** The scenario of every instance. */
  readonly scenario: string | Scenario;
  /** Readings that the situation requires. They override the chosen profile. */
  readonly readings?: Readings;
  /** The fault plan, or a function that creates it for the milliseconds between two polls. */
  readonly faults?: FaultPlan | ((pollIntervalMs: number) => FaultPlan) | undefined;
  /** The correct conclusion; if omitted, any that matches the simulator's state. */
  readonly expects?: Conclusion;
  /** Number of concurrent journeys; default 1. */
  readonly runs?: number;
  /** Whether a reviewer accepts each referred instance after the client has polled it three times. */
  readonly isReviewed?: boolean;
  /** Modules finish after this many requests while they run, whatever the client's clock is. */
  readonly finishAfter?: number;
  /** Whether time must pass, in real time for a client with its own timers. */
  readonly isTimed?: boolean;
  /** A journey to run instead of the usual one. The situation is skipped if the caller chose a journey. */
  readonly journey?: JourneyDefinition;
  /** The person, if not the usual one. */
  readonly subject?: Subject;
}

/** The journey that every situation runs by default. It collects a document and a selfie. */
export const requirementRun: JourneyRun = {
  resourceId: "document-and-selfie@latest",
  generation: "v2",
  subject: person,
};

/** A scenario in which the last modules finish one after the other, so that the client has to poll the state. */
const patient: Scenario = {
  name: "kit-patient",
  rules: [
    { when: { module: "Liveness" }, then: { latency: 65_000 } },
    { when: { module: "Facematch" }, then: { latency: 125_000 } },
  ],
  otherwise: { outcome: "accept" },
};

/** A scenario whose modules finish only when the tester lets them. */
const waiting: Scenario = { name: "kit-waiting", rules: [], otherwise: { outcome: "accept", latency: 3_600_000 } };

/** Requests while modules run until the tester lets the modules finish. A client sends one or two in each round. */
const manyRequests = 60;
const someRequests = 20;

const losingFirst = (endpoint: RouteName) => ({
  rules: [{ id: "lost", when: { endpoint, nth: 1 }, then: { lose: "answer" as const } }],
});

const fourErrors = (status: number) => ({
  rules: [1, 2, 3, 4].map((nth) => ({
    id: `error-${nth}`,
    when: { endpoint: "v2.fetchState" as const, nth },
    then: { status },
  })),
});

/** The time of some polling intervals in whole seconds, at least two. */
const secondsOf = (intervalMs: number, intervals: number): number =>
  Math.max(2, Math.ceil((intervals * intervalMs) / 1_000));

/** An image of about 70 KiB. An environment variable can be at most 128 KiB long, on Windows 32 KiB. */
const largeImage = "aW1hZ2Vz".repeat(globalThis.process?.platform === "win32" ? 2_000 : 9_000);

const interaction = (id: string, required: readonly string[], optional: readonly string[] = []) => ({
  id,
  pages: [],
  required: [...required],
  optional: [...optional],
});

/** A journey that checks the age of a person in one segment. */
const ageJourney = (id: string, interactions: readonly ReturnType<typeof interaction>[]): JourneyDefinition => ({
  id,
  name: `Kit: ${id}`,
  generation: "v2",
  version: "1",
  regions: [...regions],
  segments: [
    {
      id: "person",
      interactions: [...interactions],
      modules: [{ module: "Age Verification", variant: "age-verification-v2" }],
    },
  ],
});

/** A journey whose second interaction collects an element that the first one has collected. */
const knownElement = ageJourney("kit-known-element", [
  interaction("person", ["FullName", "DateOfBirth"]),
  interaction("address", ["DateOfBirth", "CurrentAddress"]),
]);

/** A journey with optional elements. */
const optionalElements = ageJourney("kit-optional-elements", [
  interaction("person", ["FullName", "DateOfBirth"], ["CurrentAddress", "SSN"]),
]);

const { firstName, lastNames, dateOfBirth } = person.identity ?? {};

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
  patient: {
    text: "The instance's modules take long to finish.",
    scenario: waiting,
    finishAfter: manyRequests,
    expects: "accept",
  },
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
    faults: fourErrors(503),
  },
  "too-many": {
    text: "The first four requests for the state return 429 without Retry-After.",
    scenario: patient,
    faults: fourErrors(429),
  },
  "retry-after": {
    text: "A few requests for the state and the interaction return 503 or 429 with Retry-After.",
    scenario: waiting,
    finishAfter: someRequests,
    faults: (pollIntervalMs) => ({
      rules: [
        { endpoint: "v2.fetchState" as const, nth: 2, status: 503 },
        { endpoint: "v2.fetchState" as const, nth: 4, status: 429 },
        { endpoint: "v2.fetchInteraction" as const, nth: 6, status: 503 },
      ].map(({ endpoint, nth, status }) => ({
        id: `retry-after-${nth}`,
        when: { endpoint, nth },
        then: { status, retryAfter: secondsOf(pollIntervalMs, 3) },
      })),
    }),
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
  "short-tokens": {
    text: "Access tokens are valid for a few polls only.",
    scenario: waiting,
    finishAfter: manyRequests,
    isTimed: true,
    readings: { "expires-in-unit": "seconds" },
    faults: (pollIntervalMs) => ({
      rules: [
        { id: "short", when: { endpoint: "token.requestToken" }, then: { expiresIn: secondsOf(pollIntervalMs, 5) } },
      ],
    }),
    expects: "accept",
  },
  "known-element": {
    text: "The second interaction collects an element that the first one has collected.",
    scenario: "accepted",
    journey: knownElement,
    readings: { "duplicate-element": "refused", "stale-interaction": "conflict" },
    expects: "accept",
  },
  "no-optional-data": {
    text: "The person has no data for the optional elements.",
    scenario: "accepted",
    journey: optionalElements,
    subject: { identity: { firstName, lastNames, dateOfBirth } },
    expects: "accept",
  },
  "large-image": {
    text: "The images are large, and the response to the first submit is lost.",
    scenario: "accepted",
    subject: {
      ...person,
      documents: [{ type: "Primary", side1Image: largeImage }],
    },
    readings: { "duplicate-element": "refused", "stale-interaction": "conflict" },
    faults: losingFirst("v2.submitInteraction"),
    expects: "accept",
  },
} as const satisfies Readonly<Record<string, Situation>>;

/** Name of a situation; the caller defines `chosen`. */
export type SituationId = keyof typeof situations | "chosen";

/** Every built-in situation, in order. */
export const situationRows = Object.entries(situations) as readonly (readonly [SituationId, Situation])[]; // `Object.entries` loses the key types

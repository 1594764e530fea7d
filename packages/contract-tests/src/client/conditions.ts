import type { JourneyDefinition, Subject } from "@journey-kit/schemas";
import type { FaultAction, FaultPlan, Scenario } from "@journey-kit/schemas/control";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import type { Readings } from "@journey-kit/schemas/tables";
import type { Conclusion, JourneyRun } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import { ageJourney } from "../service/journey.ts";
import { person } from "../service/sample.ts";

export interface ConditionContext {
  readonly pollIntervalMs: number;
  readonly run: JourneyRun;
}

/** A condition of the table. By default, its scenario is `accepted`, and one client runs the usual journey. */
interface ConditionRow extends Omit<Partial<Condition>, "id"> {
  readonly text: string;
  /** The parts that depend on the milliseconds between two polls. */
  readonly timed?: (pollIntervalMs: number) => Partial<Condition>;
  /** Runs the journey for each person, with the correct conclusion and the number of the client, by default 0. */
  readonly people?: readonly (readonly [Subject | undefined, Conclusion, number?])[];
  /** The correct conclusion, unless there are `people`. */
  readonly expects?: Conclusion;
  /** Whether the condition needs a journey of its own, so that it does not run if the caller chose a journey. */
  readonly hasOwnJourney?: true;
}

/** The journey that most conditions run. It collects a document and a selfie. */
export const usualRun: JourneyRun = {
  resourceId: "document-and-selfie@latest",
  apiVersion: "v2",
  subject: person,
};

const builtInIds = ["age-check", "identity-check", "document-and-selfie", "full-kyc", "onboarding"];

/** The simulator's built-in journeys of both API versions, with a person who passes every module. */
export const builtInRuns: readonly JourneyRun[] = [
  ...builtInIds.map((id): JourneyRun => ({ resourceId: `${id}@latest`, apiVersion: "v2", subject: person })),
  ...builtInIds.map((id): JourneyRun => ({ resourceId: `${id}-v1@latest`, apiVersion: "v1", subject: person })),
];

// Scenarios.

/** A scenario in which the last modules finish one after the other, so that the client has to poll the state. */
const slowModules: Scenario = {
  name: "kit-slow-modules",
  rules: [
    { when: { module: "Liveness" }, then: { latency: 65_000 } },
    { when: { module: "Facematch" }, then: { latency: 125_000 } },
  ],
  otherwise: { outcome: "accept" },
};

/** A scenario whose modules finish only when the tester lets them. */
const waiting: Scenario = { name: "kit-waiting", rules: [], otherwise: { outcome: "accept", latency: 3_600_000 } };

/** Rules that give a person an outcome, recognised by name or birth date, because a journey may collect only one. */
const endsFor = (outcome: "reject" | "refer", { identity }: Subject): Scenario["rules"] =>
  [
    { path: "identity.lastNames", in: [...(identity?.lastNames ?? [])] },
    { path: "identity.dateOfBirth", equals: identity?.dateOfBirth ?? "" },
  ].map((one) => ({ when: { subject: [one] }, then: { outcome, latency: 20_000 } }));

/** A scenario in which the person decides the outcome. */
const byPerson = (): Scenario => ({
  name: "kit-by-person",
  rules: [
    ...endsFor("reject", grace),
    ...endsFor("refer", alan),
    { when: {}, then: { outcome: "accept", latency: 20_000 } },
  ],
});

// Polls until modules finish.

/** Well above the limit that a client may have by mistake. The specification has none. */
const manyPolls = 60;
const somePolls = 12;

// Faults.

/** Faults on requests to one endpoint, from the n-th on, one for each action. */
const inARow = (endpoint: EndpointName, nth: number, ...actions: readonly FaultAction[]): FaultPlan => ({
  rules: actions.map((then, i) => ({
    id: `${endpoint.split(".")[1]}-${nth + i}`,
    when: { endpoint, nth: nth + i },
    then,
  })),
});

const joinPlans = (...plans: readonly FaultPlan[]): FaultPlan => ({ rules: plans.flatMap(({ rules }) => rules) });

/** The time of some polling intervals in whole seconds. */
const secondsOf = (intervalMs: number, intervals: number): number =>
  Math.max(1, Math.ceil((intervals * intervalMs) / 1_000));

const longerThanUsual = (intervalMs: number): number => Math.max(2, secondsOf(intervalMs, 3));

export const lostResponse: FaultAction = { type: "dropResponse" };
export const lostRequest: FaultAction = { type: "dropRequest" };
const cut: FaultAction = { type: "truncate", characters: 20 };
const status = (code: number): FaultAction => ({ type: "status", status: code });
const html = {
  type: "status",
  status: 502,
  body: "<html><body><h1>502 Bad Gateway</h1></body></html>",
} satisfies FaultAction;

/** Readings under which a repeated submit is refused with 409. */
const refusesRepeats: Readings = { "duplicate-element": "refused", "stale-interaction": "conflict" };

/** A fault on the first submit, under readings that refuse repeats. */
const onSubmit = (action: FaultAction) => ({
  readings: refusesRepeats,
  faults: inARow("v2.submitInteraction", 1, action),
});

const onStart = (action: FaultAction) => ({ faults: inARow("v2.startJourney", 1, action) });

// Journeys and people.

const collecting = (id: string, required: readonly string[], optional: readonly string[] = []) => ({
  id,
  pages: [],
  required: [...required],
  optional: [...optional],
});

/** A journey whose second interaction collects an element that the first one has collected. */
const knownElement = ageJourney("kit-known-element", [
  collecting("person", ["FullName", "DateOfBirth"]),
  collecting("address", ["DateOfBirth", "CurrentAddress"]),
]);

const optionalElements = ageJourney("kit-optional-elements", [
  collecting("person", ["FullName", "DateOfBirth"], ["CurrentAddress", "SSN", "PrimaryDocument", "Selfie"]),
]);

/** A journey that spells its outcomes as the specification does. Spec 1. */
const lowerCase: JourneyDefinition = {
  ...ageJourney("kit-lower-case", [collecting("person", ["FullName", "DateOfBirth"])]),
  outcomes: { accept: "accept", reject: "reject", refer: "refer" },
};

const runOf = ({ id, apiVersion }: JourneyDefinition, subject: Subject): JourneyRun => ({
  resourceId: `${id}@latest`,
  apiVersion,
  subject,
});

const { firstName, lastNames, dateOfBirth } = person.identity ?? {};

const createPerson = (first: string, last: string, born: string): Subject => ({
  ...person,
  identity: { ...person.identity, firstName: first, lastNames: [last], dateOfBirth: born },
});
const grace = createPerson("Grace", "Hopper", "1981-12-09");
const alan = createPerson("Alan", "Turing", "1975-06-23");
const mary = createPerson("Mary", "Somerville", "1980-11-26");

/** A person with everything that a submit can leave out by mistake. */
const detailed: Subject = {
  ...person,
  identity: {
    ...person.identity,
    firstName: "Zoë",
    middleNames: ["Anne-Marie", "Inés"],
    lastNames: ["Núñez", "van der Meer"],
    dateOfBirth: "1984-02-29",
    currentAddress: {
      lines: ["14, rue de l’Église", "Bâtiment 2"],
      locality: "Saint-Étienne",
      postalCode: "42000",
      country: "FRA",
    },
  },
  documents: [{ type: "Primary", side1Image: "aW1hZ2Ux", side2Image: "aW1hZ2Uy" }],
};

/** An image of about 70 KiB. An environment variable can be at most 128 KiB long, on Windows 32 KiB. */
const largeImage = "aW1hZ2Vz".repeat(globalThis.process?.platform === "win32" ? 2_000 : 9_000);

/** Keeps the ids of the rows and not their inferred types, which are half a megabyte. */
const table = <Id extends string>(rows: Readonly<Record<Id, ConditionRow>>): typeof rows => rows;

/** The conditions under which every v2 client is tested, in order. */
export const conditions = table({
  accepted: {
    text: "The instance is accepted.",
    expects: "accept",
  },
  "two-in-turn": {
    text: "Two clients with different credentials run the same journey, one after the other.",
    inTurn: true,
    people: [
      [undefined, "accept", 0],
      [undefined, "accept", 1],
    ],
  },
  "in-review": {
    text: "The status is InProgress while the instance waits for a reviewer.",
    scenario: "referred",
    readings: { "refer-ends-journey": "no", paused: "by-tester" },
    review: "accept",
  },
  rejected: {
    text: "The instance is rejected.",
    expects: "reject",
    scenario: "rejected",
  },
  referred: {
    text: "The instance is referred.",
    expects: "refer",
    scenario: "referred",
    readings: { "refer-ends-journey": "yes" },
  },
  "long-outage": {
    text: "Every request for the state fails with 500, 502, 503 or 504, more often than a short back-off table has rows.",
    timed: (pollIntervalMs) => ({
      scenario: waiting,
      finishAfter: { polls: 20 },
      pollIntervalMs: pollIntervalMs / 2,
      faults: inARow(
        "v2.fetchState",
        3,
        ...Array.from({ length: 30 }, (_, i) => status([503, 500, 502, 504][i % 4] ?? 503)),
      ),
      outage: { errors: 11, seconds: 7 },
    }),
  },
  "slow-modules": {
    text: "The modules take many polls to finish.",
    expects: "accept",
    timed: (pollIntervalMs) => ({
      scenario: waiting,
      finishAfter: { polls: manyPolls },
      pollIntervalMs: pollIntervalMs / 2,
    }),
  },
  "short-tokens": {
    text: "Access tokens are valid for a few polls only.",
    expects: "accept",
    timed: (pollIntervalMs) => ({
      scenario: waiting,
      finishAfter: { polls: manyPolls, tokens: 5 },
      isTimed: true,
      readings: { "expires-in-unit": "seconds" },
      faults: {
        rules: [
          {
            id: "first",
            when: { endpoint: "token.requestToken", nth: 1 },
            then: { type: "tokenLifetime", expiresIn: Math.max(3, secondsOf(pollIntervalMs, 5)) },
          },
          {
            id: "short",
            when: { endpoint: "token.requestToken" },
            then: { type: "tokenLifetime", expiresIn: Math.max(2, secondsOf(pollIntervalMs, 5)) },
          },
        ],
      },
    }),
  },
  "state-errors": {
    text: "Four requests for the state in a row return 503.",
    scenario: slowModules,
    faults: inARow("v2.fetchState", 1, ...new Array(4).fill(status(503))),
  },
  "too-many": {
    text: "Four requests for the state in a row return 429 without Retry-After.",
    scenario: slowModules,
    faults: inARow("v2.fetchState", 1, ...new Array(4).fill(status(429))),
  },
  "retry-after": {
    text: "A few requests for the state and the interaction return 503, 429 or 425 with Retry-After in seconds.",
    timed: (pollIntervalMs) => {
      const retryAfter = longerThanUsual(pollIntervalMs);
      return {
        scenario: waiting,
        finishAfter: { polls: somePolls },
        faults: joinPlans(
          inARow("v2.fetchState", 2, { type: "status", status: 503, retryAfter }),
          inARow("v2.fetchState", 4, { type: "status", status: 429, retryAfter }),
          inARow("v2.fetchState", 6, { ...html, status: 503, retryAfter }),
          inARow("v2.fetchInteraction", 6, { type: "status", status: 425, retryAfter }),
        ),
      };
    },
  },
  "retry-after-date": {
    text: "A few requests for the state return 503 or 429 with Retry-After as a date.",
    timed: (pollIntervalMs) => {
      const retryAfter = longerThanUsual(pollIntervalMs);
      return {
        scenario: waiting,
        finishAfter: { polls: somePolls },
        isTimed: true,
        faults: joinPlans(
          inARow("v2.fetchState", 2, { type: "status", status: 503, retryAfter, retryAfterDate: true }),
          inARow("v2.fetchState", 4, { type: "status", status: 429, retryAfter, retryAfterDate: true }),
        ),
      };
    },
  },
  "retry-after-past": {
    text: "A request for the state returns 503 with a date in Retry-After that has passed.",
    scenario: waiting,
    finishAfter: { polls: somePolls },
    faults: inARow("v2.fetchState", 7, { type: "status", status: 503, retryAfter: 0, retryAfterDate: true }),
  },
  "start-refused": {
    text: "The first start returns 429 with Retry-After.",
    timed: (pollIntervalMs) => onStart({ type: "status", status: 429, retryAfter: longerThanUsual(pollIntervalMs) }),
  },
  "start-too-early": {
    text: "The first start returns 425 with Retry-After.",
    timed: (pollIntervalMs) => onStart({ type: "status", status: 425, retryAfter: longerThanUsual(pollIntervalMs) }),
  },
  "start-gateway-error": {
    text: "The first start returns 504, so that nobody knows whether the journey started.",
    ...onStart(status(504)),
  },
  "submit-refused": {
    text: "The first submit returns 503 with Retry-After.",
    timed: (pollIntervalMs) => onSubmit({ type: "status", status: 503, retryAfter: longerThanUsual(pollIntervalMs) }),
  },
  failed: {
    text: "The instance fails with the status Failed.",
    expects: "failed",
    scenario: "broken",
    readings: { "failure-status": "failed" },
  },
  error: {
    text: "The instance fails with the status Error.",
    expects: "failed",
    scenario: "broken",
    readings: { "failure-status": "error" },
  },
  "error-in-state": {
    text: "The instance fails. Fetching the state returns Error, and fetching the interaction returns Failed.",
    expects: "failed",
    scenario: "broken",
    readings: { "failure-status": "error-in-v2-state" },
  },
  paused: {
    text: "The status is Paused while the instance waits for a reviewer.",
    scenario: "referred",
    readings: { "refer-ends-journey": "no", paused: "in-review" },
    review: "accept",
  },
  "long-review": {
    text: "A reviewer rejects the instance after many polls.",
    timed: (pollIntervalMs) => ({
      scenario: "referred",
      readings: { "refer-ends-journey": "no", paused: "by-tester" },
      review: "reject",
      reviewAfter: manyPolls / 2,
      pollIntervalMs: pollIntervalMs / 2,
    }),
  },
  "lost-start": { text: "The response to the start is lost.", ...onStart(lostResponse) },
  "cut-start": { text: "The response to the start is cut off.", ...onStart(cut) },
  "reset-start": { text: "The connection of the start is reset.", ...onStart({ type: "resetConnection" }) },
  "lost-submit": { text: "The response to the first submit is lost.", ...onSubmit(lostResponse) },
  "cut-submit": { text: "The response to the first submit is cut off.", ...onSubmit(cut) },
  "unsent-submit": {
    text: "The first submit is lost before it reaches the service.",
    ...onSubmit(lostRequest),
  },
  "large-image": {
    text: "The images are large, and the response to the submit of the document is lost.",
    readings: refusesRepeats,
    faults: inARow("v2.submitInteraction", 2, lostResponse),
    people: [[{ ...person, documents: [{ type: "Primary", side1Image: largeImage }] }, "accept"]],
  },
  "lost-reads": {
    text: "Responses with the state and the interaction are lost or cut off, one at a time.",
    expects: "accept",
    scenario: slowModules,
    faults: joinPlans(
      inARow("v2.fetchInteraction", 2, lostResponse),
      inARow("v2.fetchState", 1, cut),
      inARow("v2.fetchState", 3, { type: "resetConnection" }),
    ),
  },
  "unreadable-reads": {
    text: "Responses with the state and the interaction are not JSON, one at a time.",
    expects: "accept",
    scenario: slowModules,
    faults: joinPlans(
      inARow("v2.fetchInteraction", 2, { type: "invalidJson" }),
      inARow("v2.fetchState", 1, html),
      inARow("v2.fetchState", 3, { type: "status", status: 503, body: "" }),
      inARow("v2.fetchState", 5, { type: "invalidJson" }),
    ),
  },
  "revoked-token": {
    text: "Two requests for the state, not in a row, are refused with a 401, as if their tokens had been revoked.",
    scenario: slowModules,
    faults: joinPlans(
      inARow("v2.fetchState", 1, { type: "revokeToken" }),
      inARow("v2.fetchState", 3, { type: "revokeToken" }),
    ),
  },
  "no-permission": {
    text: "The client has no permission to read the state, and each request for it is refused with a 401.",
    readings: { "missing-permission": "unauthorized" },
    permissions: ["journey:start", "journey:submit"],
    isHopeless: true,
  },
  "one-minute-tokens": {
    text: "Access tokens are valid for a minute.",
    readings: { "token-lifetime": "60s", "expires-in-unit": "seconds" },
  },
  "submit-unauthorized": {
    text: "The first submit is refused with a 401, as if its token had been revoked.",
    ...onSubmit({ type: "revokeToken" }),
  },
  "known-element": {
    text: "The second interaction collects an element that the first one has collected.",
    expects: "accept",
    hasOwnJourney: true,
    journeys: [knownElement],
    readings: refusesRepeats,
    runs: [runOf(knownElement, person)],
  },
  "no-optional-data": {
    text: "The person has no data for the optional elements.",
    expects: "accept",
    hasOwnJourney: true,
    journeys: [optionalElements],
    runs: [runOf(optionalElements, { identity: { firstName, lastNames, dateOfBirth } })],
  },
  "detailed-person": {
    text: "The person has two last names, middle names, a document with two sides and a long address.",
    expects: "accept",
    hasOwnJourney: true,
    runs: [{ resourceId: "full-kyc@latest", apiVersion: "v2", subject: detailed }],
  },
  "asks-again": {
    text: "The service asks for the document and the selfie again, because Facematch failed once.",
    expects: "accept",
    hasOwnJourney: true,
    scenario: {
      name: "kit-asks-again",
      rules: [{ when: { module: "Facematch", attempt: 1 }, then: { outcome: "reject", retry: "recollect" } }],
      otherwise: { outcome: "accept" },
    },
    readings: refusesRepeats,
    runs: [usualRun],
  },
  "built-in-journeys": {
    text: "The client runs the other built-in journeys, one after the other.",
    expects: "accept",
    hasOwnJourney: true,
    inTurn: true,
    runs: builtInRuns.filter(({ resourceId }) => /^(age-check|identity-check|onboarding)@/.test(resourceId)),
  },
  "lower-case-outcomes": {
    text: "The journey spells its outcomes in lower case, as the specification does.",
    hasOwnJourney: true,
    scenario: byPerson(),
    inTurn: true,
    readings: { "refer-ends-journey": "yes", "outcome-spelling": "plain" },
    journeys: [lowerCase],
    runs: [runOf(lowerCase, person)],
    people: [
      [grace, "reject"],
      [alan, "refer"],
      [person, "accept"],
    ],
  },
  "large-state": {
    text: "The state is larger than 64 KiB, and its first response is cut off.",
    expects: "accept",
    scenario: {
      name: "kit-large-state",
      rules: [{ when: {}, then: { outcome: "accept", advice: { notes: "note ".repeat(8_000) } } }],
    },
    faults: inARow("v2.fetchState", 1, { type: "truncate", characters: 70_000 }),
  },
  "four-at-once": {
    text: "One client runs four journeys at once, for different people and with different outcomes.",
    scenario: byPerson(),
    readings: { "refer-ends-journey": "yes" },
    people: [
      [person, "accept"],
      [grace, "reject"],
      [alan, "refer"],
      [mary, "accept"],
    ],
  },
  "in-turn": {
    text: "One client runs two journeys one after the other, for different people and with different outcomes.",
    scenario: byPerson(),
    inTurn: true,
    people: [
      [grace, "reject"],
      [person, "accept"],
    ],
  },
  "two-clients": {
    text: "Two clients with different credentials run a journey each, at once.",
    scenario: byPerson(),
    people: [
      [person, "accept", 0],
      [grace, "reject", 1],
    ],
  },
});

/** Name of a condition of the table; the caller defines `custom`. */
export type ConditionId = keyof typeof conditions | "custom";

export const conditionRows = Object.entries(conditions) as readonly (readonly [
  keyof typeof conditions,
  ConditionRow,
])[]; // `Object.entries` loses the key types

export function createCondition(
  id: keyof typeof conditions,
  context: ConditionContext,
  region: Condition["region"],
): Condition {
  const { hasOwnJourney, timed, people = [], expects, runs = [context.run], ...parts } = conditions[id];
  const planned = runs.flatMap((run) =>
    people.length === 0
      ? [{ ...run, expects }]
      : people.map(([subject = run.subject, own, client = 0]) => ({ ...run, subject, expects: own, client })),
  );
  return { id, region, scenario: "accepted", ...parts, ...timed?.(context.pollIntervalMs), runs: planned };
}

import type { RequirementId } from "../src/client/requirements.ts";

/** Mistakes that a client can make, each with the requirement that it breaks. */
export const mutations = {
  "treats refer as accept": "tells-outcome",
  "polls every second": "polls-at-interval",
  "retries immediately after errors": "backs-off",
  "retries at the usual interval after errors": "backs-off",
  "gives up at the first error": "backs-off",
  "ignores Retry-After": "waits-retry-after",
  "ignores a Retry-After date": "waits-retry-after",
  "knows outcomes only in title case": "tells-outcome",
  "polls once more after a final status": "stops-when-final",
  "ignores the status Error": "error-means-failed",
  "treats Error as rejected": "error-means-failed",
  "treats Paused as failed": "review-is-not-failure",
  "refreshes its token only after a 401": "refreshes-in-time",
  "keeps a revoked token": "replaces-refused-token",
  "requests tokens in parallel": "one-token",
  "requests a token for each call": "one-token",
  "retries a start after a lost response": "start-sent-once",
  "stops at the 409 on its retried submit": "retried-409-is-success",
  "submits elements that are not outstanding": "submits-outstanding",
  "sends documents outside the context": "documents-in-subject",
  "sends biometrics directly in the context": "documents-in-subject",
  "lists too few participants": "participants-match",
  "lists elements that it does not send": "participants-match",
  "drops the region from its base URL": "uses-base-url",
  "adds the region to its auth URL": "uses-base-url",
  "lists v1 tasks": "no-v1-for-v2",
  "logs its token": "keeps-secrets",
  "logs its secret": "keeps-secrets",
  "logs the data that it sends": "keeps-data-private",
} as const satisfies Readonly<Record<string, RequirementId>>;

/** Mistakes that only certain people and journeys reveal, each with the requirement that it breaks. */
export const dataMutations = {
  "polls only the instance that it started last": "keeps-journeys-apart",
  "submits every interaction with the first interaction id": "submits-current-interaction",
  "gives up after a minute": "polls-until-final",
  "joins the last names into one text": "sends-given-data",
  "leaves out the back of a document": "sends-given-data",
  "leaves out the town of an address": "sends-given-data",
  "lists optional elements for which it has no data": "participants-match",
} as const satisfies Readonly<Record<string, RequirementId>>;

/** A mistake of a client; undefined for a correct client. */
export type Mutation = keyof typeof mutations | keyof typeof dataMutations | undefined;

/** The other requirements that a mistake breaks as well. */
export const alsoBroken: Partial<Readonly<Record<Exclude<Mutation, undefined>, readonly RequirementId[]>>> = {
  "retries immediately after errors": ["never-faster-after-error", "stops-renewing"],
  "retries at the usual interval after errors": ["stops-renewing"],
  "polls every second": ["stops-renewing"],
  "gives up at the first error": ["retries-reads"],
  "requests a token for each call": ["stops-renewing"],
  "lists elements that it does not send": ["stops-renewing"],
  "gives up after a minute": ["backs-off"],
};

/** Mistakes with so many requests that checking them takes ten times as long as the others. */
export const slowMutations: readonly Mutation[] = [
  "retries immediately after errors",
  "retries at the usual interval after errors",
  "polls every second",
];

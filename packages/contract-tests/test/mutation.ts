import type { CheckId } from "../src/client/generated-checks.ts";
import type { RequirementId } from "../src/client/requirements.ts";

/** One thing that a client does wrong, and the requirement that it breaks by that. */
export const mutations = {
  "takes refer for accept": "tells-outcome",
  "polls every second": "polls-at-interval",
  "repeats at once after errors": "backs-off",
  "repeats at the usual interval after errors": "backs-off",
  "gives up at the first error": "backs-off",
  "polls once more after the end": "stops-when-final",
  "does not know Error": "failed-is-error",
  "takes Error for rejected": "failed-is-error",
  "takes Paused for failed": "undecided-is-open",
  "refreshes after a 401": "refreshes-in-time",
  "refreshes in parallel": "one-token",
  "asks for a token for each call": "one-token",
  "sends a lost start again": "start-sent-once",
  "stops at its own 409": "own-409-is-done",
  "puts documents beside the context": "documents-in-subject",
  "puts biometrics into the context": "documents-in-subject",
  "names too little": "participants-match",
  "names what it does not send": "participants-match",
  "lists v1 tasks": "no-v1-for-v2",
  "logs its token": "keeps-secrets",
  "logs its secret": "keeps-secrets",
} as const satisfies Readonly<Record<string, RequirementId>>;

/** One thing that a client does wrong, and what it breaks in a generated situation. */
export const generatedMutations = {
  "polls the instance it started last": "polls-at-interval",
  "submits with its first interaction id": "reports-conclusion",
  "gives up after a minute": "tells-outcome",
  "joins the last names": "sends-given-data",
  "keeps a revoked token": "replaces-refused-token",
} as const satisfies Readonly<Record<string, CheckId>>;

/** What a client does wrong; undefined where it does everything right. */
export type Mutation = keyof typeof mutations | keyof typeof generatedMutations | undefined;

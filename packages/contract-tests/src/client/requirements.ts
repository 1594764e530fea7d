import type { CheckResult, Evidence } from "./evidence.ts";
import {
  checkConclusion,
  checkFailure,
  checkGeneration,
  checkLostStart,
  checkOutcome,
  checkOwnConflict,
  checkParticipants,
  checkPlace,
  checkRefresh,
  checkRefusedToken,
  checkSecrecy,
  checkTokenCount,
  checkUndecided,
} from "./journey-checks.ts";
import { checkBackoff, checkInterval, checkStop } from "./polling-checks.ts";
import type { SituationId } from "./situations.ts";

/** A requirement that a client must meet. */
export interface Requirement {
  /** The section of the specification that defines it. */
  readonly spec: string;
  readonly text: string;
  /** Whether a broken requirement is a failure or a warning. */
  readonly strength: "must" | "warning";
  /** The situations that can show whether a client meets the requirement. */
  readonly situations: readonly SituationId[] | "all";
  readonly check: (evidence: Evidence) => CheckResult;
  /**
   * Whether another broken requirement can cause a failure of this one. If a requirement without this flag, or an
   * earlier one with it, is broken in the same situation, the failure is not reported.
   */
  readonly isConsequence?: true;
}

/** The requirements of a v2 client, by id. */
export const requirements = {
  "tells-outcome": {
    spec: "4.2",
    text: "Distinguishes accept, reject and refer.",
    strength: "must",
    situations: ["accepted", "rejected", "referred", "patient", "chosen"],
    check: checkOutcome,
    isConsequence: true,
  },
  "polls-at-interval": {
    spec: "4.4",
    text: "Polls no faster than the recommended base interval.",
    strength: "warning",
    situations: ["patient", "in-review", "chosen"],
    check: checkInterval,
  },
  "backs-off": {
    spec: "4.4",
    text: "Backs off on errors and keeps polling.",
    strength: "must",
    situations: ["state-errors", "chosen"],
    check: checkBackoff,
  },
  "stops-when-final": {
    spec: "4.4",
    text: "Stops polling on a final status.",
    strength: "must",
    situations: ["accepted", "rejected", "referred", "patient", "failed", "chosen"],
    check: checkStop,
  },
  "failed-is-error": {
    spec: "3.1",
    text: "Treats the status Error like Failed.",
    strength: "must",
    situations: ["failed", "error", "error-in-state", "chosen"],
    check: checkFailure,
  },
  "undecided-is-open": {
    spec: "3.1",
    text: "Does not report an undecided journey as failed.",
    strength: "must",
    situations: ["in-review", "paused", "chosen"],
    check: checkUndecided,
  },
  "refreshes-in-time": {
    spec: "5",
    text: "Refreshes its token before the token expires.",
    strength: "must",
    situations: ["expiry", "slow-expiry"],
    check: checkRefresh,
  },
  "replaces-refused-token": {
    spec: "5",
    text: "Requests a new token after a 401.",
    strength: "warning",
    situations: ["revoked-token", "chosen"],
    check: checkRefusedToken,
  },
  "one-token": {
    spec: "5",
    text: "Requests a token only if it has no valid one, and only one at a time.",
    strength: "must",
    situations: ["accepted", "together"],
    check: checkTokenCount,
  },
  "start-sent-once": {
    spec: "4.2",
    text: "Does not retry a start if its response was lost.",
    strength: "must",
    situations: ["lost-start", "chosen"],
    check: checkLostStart,
  },
  "own-409-is-done": {
    spec: "4.2",
    text: "Treats a 409 on its retried submit as success.",
    strength: "must",
    situations: ["lost-submit", "chosen"],
    check: checkOwnConflict,
  },
  "documents-in-subject": {
    spec: "4.2",
    text: "Sends documents and biometrics inside context.subject.",
    strength: "must",
    situations: "all",
    check: checkPlace,
  },
  "participants-match": {
    spec: "2.9",
    text: "Lists in participants exactly the elements that it sends.",
    strength: "must",
    situations: "all",
    check: checkParticipants,
  },
  "no-v1-for-v2": {
    spec: "9",
    text: "Never calls v1 for a v2 journey.",
    strength: "must",
    situations: "all",
    check: checkGeneration,
  },
  "keeps-secrets": {
    spec: "5",
    text: "Never prints a secret or a token.",
    strength: "must",
    situations: "all",
    check: checkSecrecy,
  },
  "reports-conclusion": {
    spec: "4.2",
    text: "Reports the outcome instead of crashing or giving up.",
    strength: "must",
    situations: "all",
    check: checkConclusion,
    isConsequence: true,
  },
} as const satisfies Readonly<Record<string, Requirement>>;

/** The id of a requirement. */
export type RequirementId = keyof typeof requirements;

/** A requirement with its id. */
export type RequirementRow = readonly [RequirementId, Requirement];

/** Every requirement, in order. */
export const requirementRows = Object.entries(requirements) as readonly RequirementRow[]; // `Object.entries` loses the key types

import { judgeGeneration, judgeLostStart, judgeOwnConflict, judgeRefresh, judgeTokenCount } from "./check-calls.ts";
import { judgeFailure, judgeOutcome, judgeSecrecy, judgeUndecided } from "./check-ending.ts";
import { judgeBackoff, judgeInterval, judgeStop } from "./check-polling.ts";
import { judgeParticipants, judgePlace } from "./check-submit.ts";
import type { Requirement } from "./requirement.ts";

/** The requirements of a v2 client, by id. */
export const requirements = {
  "tells-outcome": {
    spec: "4.2",
    text: "Distinguishes accept, reject and refer.",
    strength: "must",
    situations: ["accepted", "rejected", "referred", "patient"],
    judge: judgeOutcome,
    isConsequence: true,
  },
  "polls-at-interval": {
    spec: "4.4",
    text: "Polls no faster than the recommended base interval.",
    strength: "warning",
    situations: ["patient", "in-review", "chosen"],
    judge: judgeInterval,
  },
  "backs-off": {
    spec: "4.4",
    text: "Backs off on errors and keeps polling.",
    strength: "must",
    situations: ["state-errors"],
    judge: judgeBackoff,
  },
  "stops-when-final": {
    spec: "4.4",
    text: "Stops polling on a final status.",
    strength: "must",
    situations: ["accepted", "rejected", "referred", "patient", "failed", "chosen"],
    judge: judgeStop,
  },
  "failed-is-error": {
    spec: "3.1",
    text: "Treats Error like Failed.",
    strength: "must",
    situations: ["failed", "error", "error-in-state"],
    judge: judgeFailure,
  },
  "undecided-is-open": {
    spec: "3.1",
    text: "Does not report undecided as failed.",
    strength: "must",
    situations: ["in-review", "paused"],
    judge: judgeUndecided,
  },
  "refreshes-in-time": {
    spec: "5",
    text: "Refreshes its token before it expires.",
    strength: "must",
    situations: ["expiry", "slow-expiry"],
    judge: judgeRefresh,
  },
  "one-token": {
    spec: "5",
    text: "Requests one token at a time, and none while it has a valid one.",
    strength: "must",
    situations: ["accepted", "together"],
    judge: judgeTokenCount,
  },
  "start-sent-once": {
    spec: "4.2",
    text: "Never retries a start whose response was lost.",
    strength: "must",
    situations: ["lost-start"],
    judge: judgeLostStart,
  },
  "own-409-is-done": {
    spec: "4.2",
    text: "Treats a 409 on its retried submit as success.",
    strength: "must",
    situations: ["lost-submit"],
    judge: judgeOwnConflict,
  },
  "documents-in-subject": {
    spec: "4.2",
    text: "Sends documents and biometrics inside context.subject.",
    strength: "must",
    situations: "all",
    judge: judgePlace,
  },
  "participants-match": {
    spec: "2.9",
    text: "Lists exactly the elements that it sends in participants.",
    strength: "must",
    situations: "all",
    judge: judgeParticipants,
  },
  "no-v1-for-v2": {
    spec: "9",
    text: "Never calls v1 for a v2 journey.",
    strength: "must",
    situations: "all",
    judge: judgeGeneration,
  },
  "keeps-secrets": {
    spec: "5",
    text: "Never prints a secret or a token.",
    strength: "must",
    situations: "all",
    judge: judgeSecrecy,
  },
} as const satisfies Readonly<Record<string, Requirement>>;

/** Name of an requirement. */
export type RequirementId = keyof typeof requirements;

/** An requirement with its name. */
export type RequirementRow = readonly [RequirementId, Requirement];

/** Every requirement, in order. */
export const requirementRows = Object.entries(requirements) as readonly RequirementRow[]; // `Object.entries` forgets the keys

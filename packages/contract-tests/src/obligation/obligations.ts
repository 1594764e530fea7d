import { judgeGeneration, judgeLostStart, judgeOwnConflict, judgeRefresh, judgeTokenCount } from "./judge-call.ts";
import { judgeFailure, judgeOutcome, judgeSecrecy, judgeUndecided } from "./judge-ending.ts";
import { judgeBackoff, judgeInterval, judgeStop } from "./judge-polling.ts";
import { judgeParticipants, judgePlace } from "./judge-submit.ts";
import type { Obligation } from "./obligation.ts";

/** The obligations of a v2 client, by id. */
export const obligations = {
  "tells-outcome": {
    spec: "4.2",
    text: "Distinguishes accept, reject and refer.",
    strength: "must",
    probes: ["accepted", "rejected", "referred", "patient"],
    judge: judgeOutcome,
    isConsequence: true,
  },
  "polls-at-interval": {
    spec: "4.4",
    text: "Polls no faster than the recommended base interval.",
    strength: "warning",
    probes: ["patient", "in-review", "chosen"],
    judge: judgeInterval,
  },
  "backs-off": {
    spec: "4.4",
    text: "Backs off on errors and keeps polling.",
    strength: "must",
    probes: ["state-errors"],
    judge: judgeBackoff,
  },
  "stops-when-final": {
    spec: "4.4",
    text: "Stops polling on a final status.",
    strength: "must",
    probes: ["accepted", "rejected", "referred", "patient", "failed", "chosen"],
    judge: judgeStop,
  },
  "failed-is-error": {
    spec: "3.1",
    text: "Treats Error like Failed.",
    strength: "must",
    probes: ["failed", "error", "error-in-state"],
    judge: judgeFailure,
  },
  "undecided-is-open": {
    spec: "3.1",
    text: "Does not report undecided as failed.",
    strength: "must",
    probes: ["in-review", "paused"],
    judge: judgeUndecided,
  },
  "refreshes-in-time": {
    spec: "5",
    text: "Refreshes its token before it expires.",
    strength: "must",
    probes: ["expiry", "slow-expiry"],
    judge: judgeRefresh,
  },
  "one-token": {
    spec: "5",
    text: "Requests one token at a time, and none while it has a valid one.",
    strength: "must",
    probes: ["accepted", "together"],
    judge: judgeTokenCount,
  },
  "start-sent-once": {
    spec: "4.2",
    text: "Never retries a start whose response was lost.",
    strength: "must",
    probes: ["lost-start"],
    judge: judgeLostStart,
  },
  "own-409-is-done": {
    spec: "4.2",
    text: "Treats a 409 on its retried submit as success.",
    strength: "must",
    probes: ["lost-submit"],
    judge: judgeOwnConflict,
  },
  "documents-in-subject": {
    spec: "4.2",
    text: "Sends documents and biometrics inside context.subject.",
    strength: "must",
    probes: "all",
    judge: judgePlace,
  },
  "participants-match": {
    spec: "2.9",
    text: "Lists exactly the elements that it sends in participants.",
    strength: "must",
    probes: "all",
    judge: judgeParticipants,
  },
  "no-v1-for-v2": {
    spec: "9",
    text: "Never calls v1 for a v2 journey.",
    strength: "must",
    probes: "all",
    judge: judgeGeneration,
  },
  "keeps-secrets": {
    spec: "5",
    text: "Never prints a secret or a token.",
    strength: "must",
    probes: "all",
    judge: judgeSecrecy,
  },
} as const satisfies Readonly<Record<string, Obligation>>;

/** Name of an obligation. */
export type ObligationId = keyof typeof obligations;

/** An obligation with its name. */
export type ObligationRow = readonly [ObligationId, Obligation];

/** Every obligation, in order. */
export const obligationRows = Object.entries(obligations) as readonly ObligationRow[]; // `Object.entries` forgets the keys

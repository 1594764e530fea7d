import { judgeGeneration, judgeLostStart, judgeOwnConflict, judgeRefresh, judgeTokenCount } from "./judge-call.ts";
import { judgeFailure, judgeOutcome, judgeSecrecy, judgeUndecided } from "./judge-ending.ts";
import { judgeBackoff, judgeInterval, judgeStop } from "./judge-polling.ts";
import { judgeParticipants, judgePlace } from "./judge-submit.ts";
import type { Obligation } from "./obligation.ts";

/** What a client of v2 owes, by id. */
export const obligations = {
  "tells-outcome": {
    spec: "4.2",
    text: "Tells accept, reject and refer apart.",
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
    text: "Backs off on errors, and goes on.",
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
    text: "Takes Failed and Error alike.",
    strength: "must",
    probes: ["failed", "error", "error-in-state"],
    judge: judgeFailure,
  },
  "undecided-is-open": {
    spec: "3.1",
    text: "Does not take undecided for failed.",
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
    text: "Asks for one token at a time, and for none while it has one.",
    strength: "must",
    probes: ["accepted", "together"],
    judge: judgeTokenCount,
  },
  "start-sent-once": {
    spec: "4.2",
    text: "Never sends a start again whose answer was lost.",
    strength: "must",
    probes: ["lost-start"],
    judge: judgeLostStart,
  },
  "own-409-is-done": {
    spec: "4.2",
    text: "Takes a 409 on a submit that it sent again for done.",
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
    text: "Names in participants what it sends, and sends what it names.",
    strength: "must",
    probes: "all",
    judge: judgeParticipants,
  },
  "no-v1-for-v2": {
    spec: "9",
    text: "Sends no call of v1 for a journey of v2.",
    strength: "must",
    probes: "all",
    judge: judgeGeneration,
  },
  "keeps-secrets": {
    spec: "5",
    text: "Lets no secret and no token into its output.",
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

import type { FaultAction, Scenario } from "@journey-kit/schemas/control";
import { type conditions, createCondition, usualRun } from "../../src/client/conditions.ts";
import type { RequirementId } from "../../src/client/requirements.ts";
import type { Condition } from "../../src/service/condition.ts";

/** A planted bug that ordinary traffic shows. */
export interface SeenBug {
  readonly requirement: RequirementId;
  /** A service as clients meet it: with a rare error, an expired token or a lost response. */
  readonly condition: Condition;
  readonly pollIntervalMs?: number;
  /** How much slower the recorded client is, because it polls faster here than in production. */
  readonly slowness?: number;
  /** When to stop a client that repeats its mistake without end, in seconds. */
  readonly seconds?: number;
}

const usual = (id: keyof typeof conditions): Condition =>
  createCondition(id, { pollIntervalMs: 100, run: usualRun }, undefined);

const waiting: Scenario = { name: "doctor-waiting", rules: [], otherwise: { outcome: "accept", latency: 3_600_000 } };

/** The modules finish after some polls, and some of these polls fail in a row. */
const withErrors = (polls: number, from: number, ...actions: readonly FaultAction[]): Condition => ({
  ...usual("accepted"),
  scenario: waiting,
  finishAfter: { polls },
  faults: {
    rules: actions.map((then, i) => ({
      id: `state-${from + i}`,
      when: { endpoint: "v2.fetchState", nth: from + i },
      then,
    })),
  },
});

const outage = withErrors(12, 7, ...Array.from({ length: 8 }, () => ({ type: "status", status: 503 }) as const));

/** The bugs of `bugs.ts` that ordinary traffic shows, by id. */
export const seenBugs: Readonly<Record<string, SeenBug>> = {
  "token-margin-one-minute": { requirement: "one-token", condition: usual("one-minute-tokens") },
  "backoff-wraps-round": { requirement: "backs-off", condition: outage, pollIntervalMs: 250, slowness: 8 },
  "start-retried-on-reset": { requirement: "start-sent-once", condition: usual("reset-start") },
  "status-error-not-final": { requirement: "stops-when-final", condition: usual("error"), seconds: 8 },
  "submits-collects": { requirement: "submits-outstanding", condition: usual("known-element"), seconds: 8 },
  "participants-without-data": { requirement: "participants-match", condition: usual("no-optional-data") },
  "first-interaction-id-kept": { requirement: "submits-current-interaction", condition: usual("accepted"), seconds: 8 },
  "token-never-renewed-ahead": {
    requirement: "refreshes-in-time",
    condition: {
      ...withErrors(3, 1),
      isTimed: true,
      faults: {
        rules: [
          {
            id: "short",
            when: { endpoint: "token.requestToken" },
            then: { type: "tokenLifetime", expiresIn: 1 },
          },
        ],
      },
    },
    pollIntervalMs: 2_500,
  },
  "renewal-time-of-first-token-kept": { requirement: "one-token", condition: usual("short-tokens") },
  "endless-401-renewal": {
    requirement: "stops-renewing",
    condition: { ...usual("no-permission"), isHopeless: undefined },
    seconds: 15,
  },
  "retry-after-date-is-nan": {
    requirement: "waits-retry-after",
    condition: withErrors(3, 2, { type: "status", status: 503, retryAfter: 5, retryAfterDate: true }),
  },
  "server-errors-not-backed-off": { requirement: "backs-off", condition: outage, pollIntervalMs: 250, slowness: 8 },
  "start-retried-on-gateway-error": { requirement: "start-sent-once", condition: usual("start-gateway-error") },
  "html-page-hides-status": {
    requirement: "waits-retry-after",
    condition: withErrors(3, 2, { type: "status", status: 503, retryAfter: 5, body: "<html></html>" }),
  },
};

const noReport = "The client sends what a correct one sends, and only its report is wrong.";
const stops = "The client sends nothing more, and traffic does not show whether somebody stopped it.";

/** The other bugs of `bugs.ts`, and why ordinary traffic cannot show them. */
export const unseenBugs: Readonly<Record<string, string>> = {
  "token-replaced-once-per-process": stops,
  "backoff-never-resets": "A client may poll slower as time passes, so slow polls after an outage are no mistake.",
  "retry-after-past-date-waits-a-day": stops,
  "own-409-crashes": stops,
  "truncated-body-crashes": stops,
  "refused-submit-logs-person": "Traffic does not show what the client prints.",
  "urljoin-drops-region": "Traffic does not show the base address that the client was given.",
  "answer-cut-at-64-kib": noReport,
  "too-early-is-final": stops,
  "second-ask-ignored": "The client keeps polling, and traffic does not show whether the person has the data.",
  "refer-reported-as-reject": noReport,
  "outcome-words-case-sensitive": noReport,
  "slow-review-is-failed": stops,
  "missing-documents-crash": stops,
  "refused-token-logged": "Traffic does not show what the client prints.",
  "heartbeat-never-cleared": "Traffic does not show that the process of the client keeps running.",
};

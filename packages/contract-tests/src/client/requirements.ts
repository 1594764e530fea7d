import type { Exchange } from "@journey-kit/schemas/control";
import { type Element, elements } from "@journey-kit/schemas/elements";
import { findMisplaced } from "@journey-kit/schemas/subject-path";
import {
  isError,
  isLate,
  isLost,
  isOf,
  isStart,
  isSubmit,
  isTokenRefused,
  isTokenRequest,
} from "../service/exchanges.ts";
import { readAt, readList } from "../service/member.ts";
import { conclusionOf, isOutcome, matchReports, toHang, toState } from "../service/reports.ts";
import { toWords } from "../service/run-client.ts";
import { broken, type CheckResult, type Evidence, kept, notShown } from "./evidence.ts";
import { checkBackoff, checkInterval, checkRetryAfter, checkStop } from "./polling-checks.ts";
import type { SituationId } from "./situations.ts";

/** A requirement that a client must meet. */
export interface Requirement {
  /** The section of the specification that defines it. */
  readonly spec: string;
  readonly text: string;
  /** Whether a broken requirement is a failure (`must`, the default) or a warning. */
  readonly strength?: "must" | "warning";
  /** The situations that can show whether a client meets the requirement. */
  readonly situations: readonly SituationId[] | "all";
  readonly check: (evidence: Evidence) => CheckResult;
  /**
   * Whether another broken requirement can cause a failure of this one. If a `must` requirement without this
   * flag, or an earlier one with it, is broken in the same situation, the failure is not reported.
   */
  readonly isConsequence?: true;
}

/** The requirements of a v2 client, by id. */
export const requirements = {
  "tells-outcome": {
    spec: "4.2",
    text: "Distinguishes accept, reject and refer.",
    situations: ["accepted", "rejected", "referred", "patient", "known-element", "no-optional-data", "chosen"],
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
    situations: ["state-errors", "too-many", "retry-after", "chosen"],
    check: checkBackoff,
  },
  "waits-retry-after": {
    spec: "7",
    text: "Waits at least as long as Retry-After says.",
    situations: ["retry-after", "chosen"],
    check: checkRetryAfter,
  },
  "stops-when-final": {
    spec: "4.4",
    text: "Stops polling on a final status.",
    situations: ["accepted", "rejected", "referred", "patient", "failed", "chosen"],
    check: checkStop,
  },
  "failed-is-error": {
    spec: "3.1",
    text: "Treats the status Error like Failed.",
    situations: ["failed", "error", "error-in-state", "chosen"],
    check: checkFailure,
  },
  "undecided-is-open": {
    spec: "3.1",
    text: "Does not report an undecided journey as failed.",
    situations: ["in-review", "paused", "chosen"],
    check: checkUndecided,
  },
  "refreshes-in-time": {
    spec: "5",
    text: "Refreshes its token before the token expires.",
    situations: ["short-tokens"],
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
    situations: ["accepted", "together"],
    check: checkTokenCount,
  },
  "start-sent-once": {
    spec: "4.2",
    text: "Does not retry a start if its response was lost.",
    situations: ["lost-start", "chosen"],
    check: checkLostStart,
  },
  "own-409-is-done": {
    spec: "4.2",
    text: "Treats a 409 on its retried submit as success.",
    situations: ["lost-submit", "large-image", "chosen"],
    check: checkOwnConflict,
  },
  "repeats-no-submit": {
    spec: "4.2",
    text: "Does not submit an accepted element again.",
    situations: "all",
    check: checkRepeats((one) => isError(one) || isLate(one)),
  },
  "documents-in-subject": {
    spec: "4.2",
    text: "Sends documents and biometrics inside context.subject.",
    situations: "all",
    check: checkPlace,
  },
  "participants-match": {
    spec: "2.9",
    text: "Lists in participants exactly the elements that it sends.",
    situations: "all",
    check: checkParticipants,
  },
  "uses-base-url": {
    spec: "1",
    text: "Sends token requests to its auth URL, and all other requests to its base URL.",
    situations: "all",
    check: checkAddress,
  },
  "no-v1-for-v2": {
    spec: "9",
    text: "Never calls v1 for a v2 journey.",
    situations: "all",
    check: checkGeneration,
  },
  "keeps-secrets": {
    spec: "5",
    text: "Never prints a secret or a token.",
    situations: "all",
    check: checkSecrecy,
  },
  "keeps-data-private": {
    spec: "5",
    text: "Never prints data of a person.",
    situations: "all",
    check: checkPrivacy,
  },
  "reports-conclusion": {
    spec: "4.2",
    text: "Reports the outcome instead of crashing or giving up.",
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

/** Checks that the client starts at most one instance per journey and retries no start with a lost or late response. */
function checkLostStart({ exchanges, endings, instances }: Evidence): CheckResult {
  const maySucceed = (one: Exchange) => one.response.status < 300 || (isLost(one) && !isTokenRefused(one));
  const starts = exchanges.filter((one) => isStart(one) && maySucceed(one));
  const again = starts[endings.length];
  const isLostOrLate = starts.some((one) => isLost(one) || isLate(one));
  const started = instances.length;
  if (started > endings.length) {
    const journeys = endings.length === 1 ? "one journey" : `${endings.length} journeys`;
    const problem = isLostOrLate
      ? `It retried a start that had succeeded. Journeys started: ${started}.`
      : `It started ${started} instances for ${journeys}.`;
    return broken(problem, again ?? starts.at(-1));
  }
  if (starts.length === 0) return notShown("No start was sent.");
  if (!isLostOrLate) return notShown("The response to the start was neither lost nor late.");
  return again === undefined ? kept : broken("It retried a start that may have succeeded.", again);
}

function checkOwnConflict(evidence: Evidence): CheckResult {
  const submits = submitsOf(evidence);
  const lost = submits.find(isLost);
  if (lost === undefined)
    return notShown(submits.length === 0 ? "No submit was sent." : "No response to a submit was lost.");
  const later = submits.filter(({ sequence }) => sequence > lost.sequence);
  const conflict = later.find(({ response }) => response.status === 409);
  const interactionId = readAt(lost.request.body, "interactionId");
  const wentOn = later.some(({ request }) => readAt(request.body, "interactionId") !== interactionId);
  if (wentOn || checkOutcome(evidence).status === "kept") return kept;
  if (conflict === undefined) return notShown("The client gave up when the response to its submit was lost.");
  return broken("It stopped at the 409 on its retried submit, although the first submit had succeeded.", conflict);
}

function checkGeneration({ exchanges }: Evidence): CheckResult {
  if (exchanges.length === 0) return notShown("No request was sent.");
  const old = exchanges.find(
    ({ endpoint, request: { path } }) => endpoint?.startsWith("v1.") || /\/captain\/api\//.test(path),
  );
  return old === undefined ? kept : broken(`It called ${old.endpoint ?? old.request.path} for a v2 journey.`, old);
}

function checkAddress({ exchanges, region }: Evidence): CheckResult {
  if (region === undefined || exchanges.length === 0) return notShown("No request was sent to a region.");
  const wrong = exchanges.find((one) => one.request.path.startsWith(`/${region}/`) === isTokenRequest(one));
  if (wrong === undefined) return kept;
  const url = isTokenRequest(wrong) ? "auth URL, which has no region" : `base URL, which ends in /${region}`;
  return broken(`It called ${wrong.request.path} instead of its ${url}.`, wrong);
}

const clockHint =
  "It waits with settings.sleep but never calls settings.now. Use settings.now instead of Date.now to decide when the token expires.";

function checkRefresh({ exchanges, time, readsClock }: Evidence): CheckResult {
  const refused = exchanges.find(({ refusal, fault }) => fault === undefined && refusal?.kind === "EXPIRED_TOKEN");
  const hint = time === "virtual" && !readsClock ? ` ${clockHint}` : "";
  if (refused !== undefined) return broken(`It sent an expired token.${hint}`, refused);
  const tokens = exchanges.filter(isTokenRequest);
  return tokens.length < 2 ? notShown("No token expired during the run.") : kept;
}

function checkTokenCount({ exchanges, endings }: Evidence): CheckResult {
  const tokens = exchanges.filter((one) => isTokenRequest(one) && one.response.status === 200);
  if (tokens.length === 0) return notShown("No token was requested.");
  if (tokens.length === 1) return kept;
  const journeys = endings.length === 1 ? "one journey" : `${endings.length} journeys at once`;
  return broken(`It requested ${tokens.length} tokens for ${journeys}; one is enough.`, tokens[1]);
}

function checkOutcome(evidence: Evidence): CheckResult {
  const { endings, expects } = evidence;
  if (expects === undefined) {
    const mistake = matchReports(evidence);
    if (mistake?.id === "tells-outcome") return broken(mistake.problem);
    const isShown = mistake === undefined && endings.every((ending) => isOutcome(conclusionOf(ending)));
    return isShown ? kept : notShown("The client reported no outcome.");
  }
  const wrong = endings.find((ending) => conclusionOf(ending) !== expects);
  if (wrong === undefined) return kept;
  return broken(`${toState(evidence, evidence.instances.at(-1))}; the client ${toWords(wrong)}.`);
}

function checkRefusedToken({ exchanges, endings }: Evidence): CheckResult {
  const refused = exchanges.find(
    (one) => one.fault !== undefined && "token" in one.fault.action && isTokenRefused(one) && !isTokenRequest(one),
  );
  if (refused === undefined) return notShown("No token was refused.");
  if (exchanges.some((one) => isTokenRequest(one) && one.sequence > refused.sequence)) return kept;
  const ended = endings.map(toWords).join("; ");
  return broken(`It requested no new token after a 401; the client ${ended}.`, refused);
}

function checkConclusion(evidence: Evidence): CheckResult {
  if (checkRefusedToken(evidence).status === "broken")
    return notShown("The client requested no new token after a 401.");
  const problem = toHang(evidence) ?? matchReports(evidence)?.problem;
  if (problem !== undefined) return broken(problem);
  const gaveUp = evidence.endings.some((ending) => [undefined, "unknown"].includes(conclusionOf(ending)));
  return gaveUp ? notShown("The client gave up where the specification defines no way to continue.") : kept;
}

function checkFailure({ endings, exchanges, instances }: Evidence): CheckResult {
  if (!instances.some(({ phase }) => phase === "failed")) return notShown("The journey did not fail.");
  const wrong = endings.find((ending) => conclusionOf(ending) !== "failed");
  if (wrong === undefined) return kept;
  const seen = exchanges.findLast(({ phase }) => phase === "failed");
  if (seen === undefined) return notShown("The client never saw the journey fail.");
  return broken(`The journey failed; the client ${toWords(wrong)}.`, seen);
}

function checkUndecided({ endings, exchanges }: Evidence): CheckResult {
  const open = exchanges.find(({ phase }) => phase === "reviewing");
  if (open === undefined) return notShown("The client never polled the journey while it waited for review.");
  const wrong = endings.find((ending) => ["failed", "reject", undefined].includes(conclusionOf(ending)));
  if (wrong === undefined) return kept;
  return broken(`The journey waited for a reviewer; the client ${toWords(wrong)}.`, open);
}

const silent = "The client printed nothing. Pass what it prints as `output` of the report.";

function checkSecrecy({ printed }: Evidence): CheckResult {
  if (printed.length === 0) return notShown(silent);
  return printed.includes("secret") ? broken("Its output contains the client secret or a token.") : kept;
}

function checkPrivacy({ printed }: Evidence): CheckResult {
  if (printed.length === 0) return notShown(silent);
  return printed.includes("personal") ? broken("Its output contains data of the person.") : kept;
}

/** Whether two submits send an element to the same interaction. */
function isSameSubmit({ request: one }: Exchange, { request: other }: Exchange): boolean {
  const interaction = readAt(one.body, "interactionId");
  const names = namedIn(other.body);
  return (
    interaction !== undefined &&
    interaction === readAt(other.body, "interactionId") &&
    namedIn(one.body).some((name) => names.includes(name))
  );
}

/** The elements that a submit lists in `participants`. */
const namedIn = (body: unknown): readonly string[] =>
  readList(body, "participants").map((one) => String(readAt(one, "domainElementId")));

/**
 * Checks that no submit of an instance repeats an accepted one. After a submit for which `mayBeLost` holds, the client
 * cannot know what was accepted.
 */
export function checkRepeats(mayBeLost: (exchange: Exchange) => boolean): (evidence: Evidence) => CheckResult {
  return ({ exchanges }) => {
    const submits = exchanges.filter(isSubmit);
    const accepted = submits.filter((one) => one.response.status < 300 && !mayBeLost(one));
    const isRepeated = (one: Exchange) =>
      accepted.some((other) => other.sequence < one.sequence && isSameSubmit(one, other));
    const isConflict = ({ response, fault, phase }: Exchange) =>
      response.status === 409 && fault === undefined && phase !== "paused"; // a paused instance refuses every submit
    const again = submits.find(
      (one) => one.refusal?.kind === "DUPLICATE_ELEMENT" || (isConflict(one) && isRepeated(one)),
    );
    const lost = submits.find(mayBeLost);
    if (again !== undefined && (lost === undefined || lost.sequence > again.sequence))
      return broken("It submitted an element that an earlier submit had already provided.", again);
    return accepted.length > 0 ? kept : notShown("No submit was accepted.");
  };
}

const submitsOf = ({ exchanges }: Evidence): readonly Exchange[] => exchanges.filter(isOf("v2.submitInteraction"));

/** Members outside `context.subject` that contain documents or biometrics. */
const misplacedIn = (body: unknown): readonly string[] => findMisplaced(body).map((path) => path.join("."));

function checkPlace(evidence: Evidence): CheckResult {
  const submits = submitsOf(evidence);
  if (submits.length === 0) return notShown("Nothing was submitted.");
  const misplaced = submits.find(({ request }) => misplacedIn(request.body).length > 0);
  if (misplaced === undefined) return kept;
  return broken(`It sent ${misplacedIn(misplaced.request.body).join(" and ")} outside context.subject.`, misplaced);
}

function checkParticipants(evidence: Evidence): CheckResult {
  const submits = submitsOf(evidence).filter(({ request }) => misplacedIn(request.body).length === 0);
  if (submits.length === 0) return notShown("Nothing was submitted.");
  for (const submit of submits) {
    const { body } = submit.request;
    const subject = readAt(body, "context.subject");
    const named = namedIn(body);
    const absent = named.filter((name) => Object.hasOwn(checkedElements, name) && !isSent(subject, name));
    if (absent.length > 0)
      return broken(`It listed ${absent.join(", ")} in participants without sending data.`, submit);
    const unnamed = Object.keys(checkedElements).filter((name) => !named.includes(name) && isSent(subject, name));
    if (unnamed.length > 0)
      return broken(`It sent data for ${unnamed.join(", ")} without listing it in participants.`, submit);
  }
  return kept;
}

/**
 * The elements that can be identified in the journal, which does not record the types of redacted values, such as the
 * type of an ID number. Spec 2.6.
 */
const checkedElements: Readonly<Record<string, Element>> = Object.fromEntries(
  Object.entries(elements).filter(
    ([name, { path }]) => name === "PrimaryDocument" || name === "SSN" || !path.includes("["),
  ),
);

function isSent(subject: unknown, name: string): boolean {
  const { path = "", leaves } = checkedElements[name] ?? {};
  const found = readAt(subject, path.replaceAll(/\[.*?\]/g, ""));
  const holders = Array.isArray(found) ? found : [found];
  if (leaves === undefined) return holders.some((holder) => holder !== undefined);
  return holders.some((holder) => leaves.some((leaf) => readAt(holder, leaf) !== undefined));
}

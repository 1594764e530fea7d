import type { ErrorName, RuleId } from "@journey-kit/schemas/tables";
import type { ConditionId } from "./conditions.ts";
import { type Check, fail, pass, untested } from "./evidence.ts";
import { exchangesOf, isAmbiguous, isError, isRead, isTokenRequest, mayGiveUp } from "./exchanges.ts";
import * as polling from "./polling-checks.ts";
import {
  conclusionOf,
  describeEnding,
  describeState,
  describeTimeout,
  findWrongReport,
  isHidden,
  isOutcome,
} from "./reports.ts";
import * as submits from "./submit-checks.ts";
import * as tokens from "./token-checks.ts";

/**
 * The part of ordinary traffic, in which nothing is scripted, that a check judges at a time. `request`: one request.
 * `refusal`: one request that the service refused as malformed. `journey`: the requests of one journey. `polls`: those of
 * a journey whose usual polling interval is known. `end`: those of a journey that ended, unless somebody may just have
 * looked at its result again. `tokens`: a journey and the tokens that it used. `token`: the requests with one token.
 * `series`: requests in which the client repeats one that is refused.
 */
export type TrafficPart = "request" | "refusal" | "journey" | "polls" | "end" | "tokens" | "token" | "series";

/** A requirement that a client must meet. */
export interface Requirement {
  /** The section of the specification that defines it. */
  readonly spec: string;
  readonly text: string;
  /** Whether a failure fails the check (`must`, the default) or is a warning. */
  readonly strength?: "must" | "warning";
  /** The conditions that can show whether a client meets it; by default all. Every condition can show a failure. */
  readonly conditions?: readonly ConditionId[];
  readonly check: Check;
  /** The usual mistake behind a failure. */
  readonly cause: string;
  /** What to change in the client. */
  readonly fix: string;
  /** The rules of the specification that it covers: a client that breaks one of them fails it under some condition. */
  readonly rules?: readonly RuleId[];
  /** The errors that it covers: a client that causes or mishandles one of them fails it under some condition. */
  readonly errors?: readonly ErrorName[];
  /** Whether the requirement applies only to v2. */
  readonly isV2Only?: true;
  /** The part of ordinary traffic that shows whether a client meets it. Omitted if ordinary traffic cannot show it. */
  readonly seenIn?: TrafficPart;
}

/** Also fails if a report is wrong in a way that breaks the requirement. */
const orReports =
  (id: string, check: Check): Check =>
  (evidence) => {
    const verdict = check(evidence);
    if (verdict.status === "fail") return verdict;
    const wrong = findWrongReport(evidence);
    return wrong?.id === id ? fail(wrong.problem) : verdict;
  };

const causes = {
  "keeps-secrets": {
    spec: "5",
    text: "Never prints a secret or a token.",
    check: ({ printed }) =>
      printed.includes("secret") ? fail("Its output contains the client secret or a token.") : pass,
    cause: "A log line or an error message contains headers, a token request or the settings.",
    fix: "Log the path and the status of a request, never its headers or its form.",
  },
  "keeps-data-private": {
    spec: "5",
    text: "Never prints data of a person.",
    check: ({ printed }) => (printed.includes("personal") ? fail("Its output contains data of the person.") : pass),
    cause: "A log line or an error message contains the body of a request.",
    fix: "Log the names of the elements, never their data.",
  },
  "uses-base-url": {
    spec: "1",
    text: "Sends token requests to its auth URL, and all other requests to its base URL.",
    check: ({ exchanges, condition: { region } }) => {
      if (region === undefined || exchanges.length === 0) return untested("No request was sent to a region.");
      const wrong = exchanges.find((one) => one.request.path.startsWith(`/${region}/`) === isTokenRequest(one));
      if (wrong === undefined) return pass;
      const url = isTokenRequest(wrong) ? "auth URL, which has no region" : `base URL, which ends in /${region}`;
      return fail(`It called ${wrong.request.path} instead of its ${url}.`, wrong);
    },
    cause: "The address is joined with an absolute path, which drops the region.",
    fix: "Append the path of the endpoint to the whole base URL.",
    rules: ["start-in-configured-region"],
    errors: ["UNAVAILABLE_REGION"],
  },
  "no-v1-for-v2": {
    spec: "9",
    text: "Never calls v1 for a v2 journey.",
    seenIn: "journey",
    isV2Only: true,
    check: ({ exchanges, runs }) => {
      if (exchanges.length === 0 || runs.some(({ apiVersion }) => apiVersion === "v1"))
        return untested("No request was sent for a v2 journey.");
      const old = exchanges.find(
        ({ endpoint, request: { path } }) => endpoint?.startsWith("v1.") || /\/captain\/api\//.test(path),
      );
      return old === undefined ? pass : fail(`It called ${old.endpoint ?? old.request.path} for a v2 journey.`, old);
    },
    cause: "Part of the client still uses the paths of v1.",
    fix: "Use interaction/fetch and interaction/submit under /v2/captain.",
    rules: ["generations-incompatible", "generation-prefixes"],
    errors: ["INCOMPATIBLE_JOURNEY"],
  },
  "keeps-journeys-apart": {
    spec: "2.2",
    text: "Keeps no state of one client or journey in another.",
    seenIn: "request",
    conditions: ["two-in-turn", "four-at-once", "in-turn", "two-clients", "built-in-journeys"],
    check: (evidence) => {
      const foreign = evidence.sent.find(({ hasForeignToken }) => hasForeignToken);
      if (foreign !== undefined) return fail(`It sent ${foreign.endpoint} with a token of another client.`);
      if (evidence.condition.runs.length < 2) return untested("Only one journey was run.");
      return findWrongReport(evidence) === undefined ? pass : untested("A report was wrong.");
    },
    cause: "A token, an id or a list of finished elements is stored outside the journey or the client.",
    fix: "Store tokens per client, and everything else per journey.",
  },
  "start-sent-once": {
    spec: "4.2",
    text: "Does not retry a start if its response was lost.",
    seenIn: "journey",
    conditions: ["lost-start", "cut-start", "reset-start", "start-gateway-error", "custom"],
    check: submits.checkStarts,
    cause: "A general retry of failed requests also repeats starts.",
    fix: "Repeat a start only after a status that refuses it, such as 429. Otherwise report that the outcome is unknown.",
  },
  "documents-in-subject": {
    spec: "4.2",
    text: "Sends documents and biometrics inside context.subject.",
    seenIn: "request",
    isV2Only: true,
    check: submits.checkPlace,
    cause: "The body is built as in v1 or in an older sample.",
    fix: "Move documents and biometrics into context.subject.",
    rules: ["submit-documents-inside-subject"],
    errors: ["UNEXPECTED_FIELD"],
  },
  "participants-match": {
    spec: "2.9",
    text: "Lists in participants exactly the elements that it sends.",
    seenIn: "request",
    isV2Only: true,
    check: submits.checkParticipants,
    cause: "participants lists what the interaction asks for, not what the person has.",
    fix: "List an element in participants only if its data is in context.subject, and the other way round.",
    rules: [
      "domain-element-named",
      "submit-participants-required",
      "submit-domain-element-id-required",
      "submit-subject-carries-data",
    ],
  },
  "sends-given-data": {
    spec: "2.8",
    text: "Sends each element with all data that the person gave, and no other data.",
    check: submits.checkData,
    cause: "A member is dropped, joined with another one or replaced by a default.",
    fix: "Copy the whole element from the person, including lists and optional members.",
    rules: [
      "subject-members",
      "date-of-birth-form",
      "document-images-base64",
      "document-side2-empty",
      "selfie-image-base64",
    ],
    errors: ["INVALID_FIELD", "NOTHING_VALID"],
  },
  "submits-current-interaction": {
    spec: "2.9",
    text: "Submits to the interaction that it fetched last.",
    seenIn: "journey",
    isV2Only: true,
    check: submits.checkInteraction,
    cause: "The id of an earlier interaction is kept.",
    fix: "Take interactionId from the response to the latest interaction/fetch.",
    rules: ["start-interaction-hidden"],
    errors: ["INTERACTION_NOT_CURRENT"],
  },
  "submits-outstanding": {
    spec: "2.5",
    text: "Submits only elements that are outstanding.",
    seenIn: "journey",
    isV2Only: true,
    check: submits.checkOutstanding,
    cause: "The client submits everything in collects.",
    fix: "Submit the elements in outstanding. The service knows the others already.",
    rules: ["interaction-outstanding"],
    errors: ["DUPLICATE_ELEMENT"],
  },
  "repeats-no-submit": {
    spec: "4.2",
    text: "Does not submit an accepted element again.",
    seenIn: "journey",
    isV2Only: true,
    check: submits.checkRepeats,
    cause: "A submit is repeated although its response arrived.",
    fix: "Repeat a submit only if its response was lost.",
    rules: ["submit-duplicate-refused"],
    errors: ["DUPLICATE_ELEMENT", "INTERACTION_NOT_CURRENT", "JOURNEY_NOT_ACTIVE"],
  },
  authenticates: {
    spec: "5",
    text: "Sends a token that the service issued with every request.",
    seenIn: "request",
    check: tokens.checkBearer,
    rules: ["bearer-authentication", "access-token-is-bearer"],
    errors: ["MISSING_TOKEN"],
    cause: "The Authorization header is missing, or has another form than `Bearer` and the token.",
    fix: "Send `Authorization: Bearer` and the access_token unchanged.",
  },
  "requests-token-by-form": {
    spec: "4.1",
    text: "Requests tokens as a form, with its own credentials and a complete grant.",
    seenIn: "refusal",
    check: tokens.checkTokenForm,
    rules: [
      "token-form-encoded",
      "token-password-grant",
      "token-client-credentials-grant",
      "token-client-authentication",
    ],
    errors: ["INVALID_TOKEN_REQUEST", "INVALID_CLIENT"],
    cause: "The token request is JSON, or lacks the scope, the user or the secret.",
    fix: "Send client_id, client_secret and either grant_type=client_credentials with scope, or grant_type=password with username and password.",
  },
  "posts-json": {
    spec: "4",
    text: "Sends every request to the service as a POST with a JSON body.",
    seenIn: "refusal",
    check: ({ exchanges }) => {
      const requests = exchanges.filter((one) => !isTokenRequest(one));
      if (requests.length === 0) return untested("No request was sent.");
      const wrong = requests.find(
        ({ request: { method, headers } }) =>
          method !== "POST" || !/^application\/json\b/i.test(headers["content-type"] ?? ""),
      );
      if (wrong === undefined) return pass;
      const { method, headers } = wrong.request;
      return fail(`It sent a ${method} with the content type ${headers["content-type"] ?? "none"}.`, wrong);
    },
    rules: ["post-only", "bearer-and-json"],
    errors: ["METHOD_NOT_ALLOWED", "WRONG_CONTENT_TYPE"],
    cause: "The method or the Content-Type header is left to a default.",
    fix: "Send POST requests with `Content-Type: application/json`.",
  },
  "one-token": {
    spec: "5",
    text: "Requests a token only if it has no valid one, and only one at a time.",
    seenIn: "tokens",
    conditions: ["accepted", "four-at-once", "one-minute-tokens"],
    check: tokens.checkTokenCount,
    cause: "The token is not shared, is requested for each call, or counts as expired too early.",
    fix: "Share one token between all journeys of a client, and renew it shortly before it expires.",
  },
  "refreshes-in-time": {
    spec: "5",
    text: "Refreshes its token before the token expires.",
    seenIn: "token",
    conditions: ["short-tokens"],
    check: tokens.checkRefresh,
    cause: "The client ignores expires_in and waits for a 401, or measures it wrongly.",
    fix: "Remember when the token expires, counted from its request, and renew it before that.",
    rules: ["token-expires"],
    errors: ["EXPIRED_TOKEN"],
  },
  "stops-renewing": {
    spec: "5",
    text: "Does not request tokens without end if every request is refused.",
    seenIn: "series",
    conditions: ["no-permission"],
    check: tokens.checkRenewals,
    cause: "Every 401 leads to a new token and another attempt.",
    fix: "Replace the token once per request. If the new one is refused too, report the refusal.",
    rules: ["permission-missing-refused"],
    errors: ["MISSING_PERMISSION"],
  },
  "polls-at-interval": {
    spec: "4.4",
    text: "Polls no faster than the recommended base interval.",
    seenIn: "journey",
    strength: "warning",
    conditions: ["slow-modules", "in-review", "long-review", "custom"],
    check: polling.checkInterval,
    cause: "The client does not wait between two polls, or waits a shorter time than configured.",
    fix: "Wait for the polling interval after each poll that shows InProgress.",
    rules: ["polling-base-interval"],
  },
  "backs-off": {
    spec: "4.4",
    text: "Waits longer after several errors in a row, and keeps polling.",
    seenIn: "polls",
    conditions: ["state-errors", "too-many", "long-outage", "custom"],
    check: orReports("backs-off", polling.checkBackoff),
    cause: "Errors are not counted, or the back-off table is too short.",
    fix: "Wait longer after each error in a row, up to a limit, and return to the interval after a success.",
    rules: ["polling-backoff"],
    errors: ["RATE_LIMITED", "INTERNAL_ERROR"],
  },
  "waits-retry-after": {
    spec: "7",
    text: "Waits as long as Retry-After says, then repeats the request.",
    seenIn: "journey",
    conditions: [
      "retry-after",
      "retry-after-date",
      "retry-after-past",
      "start-refused",
      "start-too-early",
      "submit-refused",
      "custom",
    ],
    check: polling.checkRetryAfter,
    cause: "Retry-After is ignored, or read only in one of its two forms.",
    fix: "Wait for the seconds in Retry-After, or until its date, before the next attempt. After 425, 429 and 503, repeat the request.",
    errors: ["RATE_LIMITED"],
  },
  "handles-rejections": {
    spec: "4.2",
    text: "Leaves no error unhandled, and exits with the code of its conclusion.",
    check: ({ unhandled, exchanges }) => {
      const [first] = unhandled;
      if (first !== undefined) return fail(first);
      return exchanges.length === 0 ? untested("No request was sent.") : pass;
    },
    cause: "A promise is not awaited, or an error occurs in a callback.",
    fix: "Await every promise, and catch its errors where the journey can report them.",
  },
} as const satisfies Readonly<Record<string, Requirement>>;

/**
 * Requirements that another failure can cause to fail. If a cause fails under the same condition, or an earlier
 * consequence, the failure is not reported.
 */
const consequences = {
  "sends-valid-requests": {
    spec: "2.7",
    text: "Sends only requests that match their schemas.",
    seenIn: "refusal",
    check: submits.checkSchemas,
    cause: "A member has another name or type than the specification says.",
    fix: "Send the member as the schema of the endpoint describes it.",
    rules: [
      "resource-id-format",
      "start-resource-id-required",
      "start-context-required",
      "start-subject-required",
      "start-delivery-required-v2",
      "start-assisted-boolean",
      "link-config-integers",
      "submit-instance-id-form",
      "submit-interaction-id-required",
      "submit-instructions-strings",
      "task-update-intent-required",
      "task-update-ids-required",
      "task-update-context-required",
      "state-fetch-instance-id",
      "v1-task-schema-201",
    ],
    errors: ["MALFORMED_JSON", "MISSING_FIELD", "WRONG_VALUE"],
  },
  "replaces-refused-token": {
    spec: "5",
    text: "Requests a new token after a 401.",
    seenIn: "journey",
    conditions: ["revoked-token", "submit-unauthorized", "custom"],
    check: tokens.checkRefusedToken,
    cause: "A 401 is treated as final, or the refused token stays in a cache.",
    fix: "After a 401, discard the token, request a new one and repeat the request once.",
    errors: ["INVALID_TOKEN"],
  },
  "never-faster-after-error": {
    spec: "4.4",
    text: "Never polls faster after an error than before it.",
    seenIn: "polls",
    conditions: ["state-errors", "too-many", "long-outage", "custom"],
    check: polling.checkSpeedAfterError,
    cause: "The first retry happens at once, or the wait becomes undefined after the last row of a table.",
    fix: "Wait for at least the polling interval after each error.",
    rules: ["polling-backoff"],
  },
  "retries-reads": {
    spec: "4.4",
    text: "Repeats a read whose response was lost, cut off or unreadable.",
    conditions: ["lost-reads", "unreadable-reads", "custom"],
    check: orReports("retries-reads", polling.checkReads),
    cause: "An error while reading or parsing a response is not caught.",
    fix: "Treat a response that is lost, cut off or not JSON like a service error, and poll again.",
  },
  "retried-409-is-success": {
    spec: "4.2",
    text: "Treats a 409 on its retried submit as success.",
    conditions: ["lost-submit", "cut-submit", "large-image", "custom"],
    check: orReports("retried-409-is-success", submits.checkOwnConflict),
    cause: "The 409 that the client's own first attempt causes counts as an error.",
    fix: "After a lost response, fetch the interaction, or take a 409 on the repeated submit for success.",
    rules: ["submit-duplicate-refused"],
    errors: ["DUPLICATE_ELEMENT"],
  },
  "completes-lost-submit": {
    spec: "3.2",
    text: "Finds out whether a lost submit arrived, and sends it again if it did not.",
    conditions: ["unsent-submit", "lost-submit", "cut-submit", "large-image", "custom"],
    check: orReports("completes-lost-submit", submits.checkLostSubmit),
    cause: "A lost submit counts as sent, or ends the journey.",
    fix: "Fetch the interaction after a lost submit, and submit what is still outstanding.",
  },
  "error-means-failed": {
    spec: "3.1",
    text: "Treats the status Error like Failed.",
    conditions: ["failed", "error", "error-in-state", "custom"],
    check: orReports("error-means-failed", ({ endings, exchanges, instances }) => {
      if (!instances.some(({ phase }) => phase === "failed")) return untested("The journey did not fail.");
      if (instances.some(({ phase }) => phase !== "failed")) return untested("Another journey did not fail.");
      const wrong = endings.find((ending) => conclusionOf(ending) !== "failed");
      if (wrong === undefined) return pass;
      if (mayGiveUp(exchanges, exchanges)) return untested("The client could not continue.");
      const seen = exchanges.findLast(({ phase }) => phase === "failed");
      if (seen === undefined) return untested("The client never saw the journey fail.");
      return fail(`The journey failed; the client ${describeEnding(wrong)}.`, seen);
    }),
    cause: "The client knows only one of the two words for a failure.",
    fix: "Report a failure for the status Failed and for the status Error.",
    rules: ["instance-status-values", "processing-failure-fails"],
    errors: ["MODULE_FAILED"],
  },
  "review-is-not-failure": {
    spec: "3.1",
    text: "Does not report an undecided journey as failed.",
    conditions: ["in-review", "long-review", "paused", "custom"],
    check: orReports("review-is-not-failure", (evidence) => {
      const { endings, instances } = evidence;
      const open = instances.filter((instance) =>
        exchangesOf(evidence, instance).some(({ phase }) => phase === "reviewing"),
      );
      if (open.length === 0) return untested("The client never polled the journey while it waited for review.");
      if (open.length < endings.length) return untested("Not every journey waited for review.");
      if (endings.some(({ kind }) => kind === "timed-out")) return untested("The client did not end.");
      const wrong = endings.find((ending) => ["failed", undefined].includes(conclusionOf(ending)));
      if (wrong === undefined) return pass;
      if (mayGiveUp(evidence.exchanges, evidence.exchanges)) return untested("The client could not continue.");
      const seen = evidence.exchanges.find(({ phase }) => phase === "reviewing");
      return fail(`The journey waited for a reviewer; the client ${describeEnding(wrong)}.`, seen);
    }),
    cause: "A status that the client does not know, or a long wait, counts as a failure.",
    fix: "Keep polling while the status is InProgress or Paused, or report undecided.",
    rules: ["instance-status-values"],
  },
  "polls-until-final": {
    spec: "4.4",
    text: "Polls as long as the journey is in progress.",
    conditions: ["slow-modules", "long-review", "custom"],
    check: orReports("polls-until-final", (evidence) => {
      const { exchanges } = evidence;
      if (exchanges.filter((one) => isRead(one) && one.phase === "running").length < 3)
        return untested("The journey ended within a few polls.");
      return findWrongReport(evidence) === undefined ? pass : untested("The report was wrong.");
    }),
    cause: "The number of polls is limited, or InProgress counts as a failure after some time.",
    fix: "Continue to poll while the status is InProgress.",
    rules: ["progress-by-polling", "polling-stops"],
    errors: ["NO_INTERACTION"],
  },
  "stops-when-final": {
    spec: "4.4",
    text: "Stops polling on a final status.",
    seenIn: "end",
    conditions: ["accepted", "rejected", "referred", "slow-modules", "failed", "custom"],
    check: polling.checkStop,
    cause: "A final status is not recognised, or is read one poll too late.",
    fix: "Stop on Completed, Failed and Error.",
    rules: ["polling-stops"],
  },
  "tells-outcome": {
    spec: "4.2",
    text: "Distinguishes accept, reject and refer.",
    conditions: ["accepted", "rejected", "referred", "lower-case-outcomes", "large-state", "custom"],
    check: orReports("tells-outcome", (evidence) => {
      const { endings, exchanges, instances, condition } = evidence;
      if (!endings.every((ending) => isOutcome(conclusionOf(ending)))) {
        const isDone = instances.length === endings.length && instances.every(({ phase }) => phase === "finished");
        const wrong = endings.find((ending) => conclusionOf(ending) === "unknown");
        const isOpen = exchanges.some(isError) || mayGiveUp(exchanges, exchanges);
        const isExcused = condition.isHopeless === true || isOpen || isHidden(evidence);
        if (isDone && wrong !== undefined && !isExcused)
          return fail(`${describeState(evidence, instances[0])}; the client ${describeEnding(wrong)}.`);
        return untested("The client reported no outcome.");
      }
      return findWrongReport(evidence) === undefined ? pass : untested("The report was wrong.");
    }),
    cause: "The outcome is read from the wrong place, or one of its words is not known.",
    fix: "Read the outcome from the state, ignoring case, and report refer as refer.",
    rules: ["evaluation-decides-outcome", "state-result-overall"],
    errors: ["JOURNEY_ENDED"],
  },
  ends: {
    spec: "4.4",
    text: "Ends when the journey has ended.",
    check: (evidence) => {
      if (evidence.condition.isHopeless === true) return untested("No client can learn the outcome.");
      const problem = describeTimeout(evidence);
      return problem === undefined ? pass : fail(problem);
    },
    cause: "The client waits for something that never comes, or a timer keeps the process alive.",
    fix: "End every loop and timer when the journey has a conclusion or can no longer get one.",
    rules: ["caller-supplies-subject"],
  },
  "reports-conclusion": {
    spec: "4.2",
    text: "Reports the outcome instead of crashing or giving up.",
    check: orReports("reports-conclusion", ({ endings, exchanges, condition }) => {
      if (condition.isHopeless === true) return untested("No client can learn the outcome.");
      const gaveUp = endings.some((ending) => [undefined, "unknown"].includes(conclusionOf(ending)));
      if (gaveUp && exchanges.some(isAmbiguous))
        return untested("The client gave up where the specification defines no way to continue.");
      return gaveUp ? untested("The client gave up.") : pass;
    }),
    cause: "An error that the client does not expect ends the journey.",
    fix: "Catch the error, and go on if the specification defines a way to continue.",
    rules: [
      "document-primary-type",
      "submit-success-means-accepted",
      "bearer-and-json",
      "token-form-encoded",
      "post-only",
      "token-password-grant",
      "token-client-credentials-grant",
      "bearer-authentication",
      "access-token-is-bearer",
      "token-client-authentication",
      "interaction-token-interactions",
    ],
    errors: [
      "BODY_TOO_COMPLEX",
      "FOREIGN_ELEMENT",
      "OPEN_TASKS",
      "MISSING_TOKEN",
      "INVALID_TOKEN",
      "INVALID_TOKEN_REQUEST",
      "UNEXPECTED_PARAMETER",
      "TOKEN_NOT_ACCEPTED",
      "UNKNOWN_RESOURCE",
      "UNKNOWN_INSTANCE",
      "UNKNOWN_TASK",
      "UNKNOWN_PATH",
      "METHOD_NOT_ALLOWED",
      "HOSTED_PAGES_ONLY",
      "BODY_TOO_LARGE",
      "WRONG_CONTENT_TYPE",
    ],
  },
} as const satisfies Readonly<Record<string, Requirement>>;

/** The requirements of a client, by id, a cause before its consequences. */
export const requirements = { ...causes, ...consequences };

/** The id of a requirement. */
export type RequirementId = keyof typeof requirements;

export type RequirementRow = readonly [RequirementId, Requirement];

export const isConsequence = (id: RequirementId): boolean => Object.hasOwn(consequences, id);

export const requirementRows = Object.entries(requirements) as readonly RequirementRow[]; // `Object.entries` loses the key types

/** Every requirement id. */
export const requirementIds = requirementRows.map(([id]) => id);

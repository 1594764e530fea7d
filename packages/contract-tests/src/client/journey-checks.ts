import type { Exchange } from "@journey-kit/schemas/control";
import { type Element, elements } from "@journey-kit/schemas/elements";
import { readAt, readList } from "../target/member.ts";
import { toWords } from "../target/run-client.ts";
import { broken, type CheckResult, type Evidence, kept, notShown } from "./evidence.ts";
import { isLate, isLost, isOf, isStart, isTokenRefused, isTokenRequest } from "./exchanges.ts";
import { conclusionOf, isOutcome, matchReports, toHang, toRefusedStart } from "./reports.ts";

/**
 * Checks that the client starts one instance per journey, and does not retry a start whose response was lost or late,
 * because the start may have succeeded. Spec 4.2.
 */
export function checkLostStart({ exchanges, endings, instances }: Evidence): CheckResult {
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

/**
 * Checks that the client treats a 409 as success when it retries a submit whose response was lost. Spec 4.2, rule 3.
 */
export function checkOwnConflict(evidence: Evidence): CheckResult {
  const submits = submitsOf(evidence);
  const lost = submits.find(isLost);
  if (lost === undefined)
    return notShown(submits.length === 0 ? "No submit was sent." : "The response to no submit was lost.");
  const later = submits.filter(({ sequence }) => sequence > lost.sequence);
  const conflict = later.find(({ response }) => response.status === 409);
  const interactionId = readAt(lost.request.body, "interactionId");
  const wentOn = later.some(({ request }) => readAt(request.body, "interactionId") !== interactionId);
  if (wentOn || checkOutcome(evidence).status === "kept") return kept;
  if (conflict === undefined) return notShown("The client gave up when the response to its submit was lost.");
  return broken("It stopped at the 409 on its retried submit, although the first submit had succeeded.", conflict);
}

/** Checks that the client never calls v1 for a v2 journey. Spec 9. */
export function checkGeneration({ exchanges }: Evidence): CheckResult {
  if (exchanges.length === 0) return notShown("No call was made.");
  const old = exchanges.find(
    ({ endpoint, request: { path } }) => endpoint?.startsWith("v1.") || /\/captain\/api\//.test(path),
  );
  return old === undefined ? kept : broken(`It called ${old.endpoint ?? old.request.path} for a v2 journey.`, old);
}

const clockHint =
  "It waits with settings.sleep but never calls settings.now. Use settings.now instead of Date.now to decide when the token expires.";

/** Checks that the client requests a new token before the old one expires. Spec 5. */
export function checkRefresh({ exchanges, time, readsClock }: Evidence): CheckResult {
  const refused = exchanges.find(({ refusal, fault }) => fault === undefined && refusal?.kind === "EXPIRED_TOKEN");
  const hint = time === "virtual" && !readsClock ? ` ${clockHint}` : "";
  if (refused !== undefined) return broken(`It sent an expired token.${hint}`, refused);
  const tokens = exchanges.filter(isTokenRequest);
  return tokens.length < 2 ? notShown("No token expired during the run.") : kept;
}

/**
 * Checks that the client requests a token only if it has no valid one, and sends one token request at a time. Spec 5.
 */
export function checkTokenCount({ exchanges, endings }: Evidence): CheckResult {
  const tokens = exchanges.filter((one) => isTokenRequest(one) && one.response.status === 200);
  if (tokens.length === 0) return notShown("No token was requested.");
  if (tokens.length === 1) return kept;
  const journeys = endings.length === 1 ? "one journey" : `${endings.length} journeys at once`;
  return broken(`It requested ${tokens.length} tokens for ${journeys}; one is enough.`, tokens[1]);
}

/** Checks that the client reports the correct outcome. Spec 4.2. */
export function checkOutcome(evidence: Evidence): CheckResult {
  const { endings, expects } = evidence;
  if (expects === undefined) {
    const mistake = matchReports(evidence);
    if (mistake?.id === "tells-outcome") return broken(mistake.problem);
    const isShown = mistake === undefined && endings.every((ending) => isOutcome(conclusionOf(ending)));
    return isShown ? kept : notShown("The client reported no outcome.");
  }
  const wrong = endings.find((ending) => conclusionOf(ending) !== expects);
  if (wrong === undefined) return kept;
  const ended = toRefusedStart(evidence) ?? `The journey ended with "${expects}"`;
  return broken(`${ended}; the client ${toWords(wrong)}.`);
}

/**
 * Checks that the client requests a new token after a 401, as if the token had been revoked. The specification does not
 * say what a client must do. Spec 5.
 */
export function checkRefusedToken({ exchanges, endings }: Evidence): CheckResult {
  const refused = exchanges.find(
    (one) => one.fault !== undefined && "token" in one.fault.action && isTokenRefused(one) && !isTokenRequest(one),
  );
  if (refused === undefined) return notShown("No token was refused.");
  if (exchanges.some((one) => isTokenRequest(one) && one.sequence > refused.sequence)) return kept;
  const ended = endings.map(toWords).join("; ");
  return broken(`It requested no new token after a 401; the client ${ended}.`, refused);
}

/**
 * Checks that the client reports the conclusion of every journey, unless the specification defines no way to continue.
 * Spec 4.2.
 */
export function checkConclusion(evidence: Evidence): CheckResult {
  if (checkRefusedToken(evidence).status === "broken")
    return notShown("The client requested no new token after a 401.");
  const problem = toHang(evidence) ?? matchReports(evidence)?.problem;
  if (problem !== undefined) return broken(problem);
  const gaveUp = evidence.endings.some((ending) => [undefined, "unknown"].includes(conclusionOf(ending)));
  return gaveUp ? notShown("The specification defines no way to continue.") : kept;
}

/**
 * Checks that the client treats `Error` like `Failed`, as the end of a failed journey. Spec 3.1; gap `failure-status`.
 */
export function checkFailure({ endings, exchanges, instances }: Evidence): CheckResult {
  if (!instances.some(({ phase }) => phase === "failed")) return notShown("The journey did not fail.");
  const wrong = endings.find((ending) => conclusionOf(ending) !== "failed");
  if (wrong === undefined) return kept;
  const seen = exchanges.findLast(({ phase }) => phase === "failed");
  if (seen === undefined) return notShown("The client never saw the journey fail.");
  return broken(`The journey failed; the client ${toWords(wrong)}.`, seen);
}

/**
 * Checks that the client does not report an undecided journey as failed or rejected. Spec 3.1; gap
 * `refer-ends-journey`.
 */
export function checkUndecided({ endings, exchanges }: Evidence): CheckResult {
  const open = exchanges.find(({ phase }) => phase === "reviewing");
  if (open === undefined) return notShown("The client never polled the journey while it waited for review.");
  const wrong = endings.find((ending) => ["failed", "reject", undefined].includes(conclusionOf(ending)));
  if (wrong === undefined) return kept;
  return broken(`The journey waited for a reviewer; the client ${toWords(wrong)}.`, open);
}

/** Checks that the client never prints, logs or throws a secret or a token. Spec 5. */
export function checkSecrecy({ printed }: Evidence): CheckResult {
  if (printed === "nothing") return notShown("The client printed nothing.");
  return printed === "secret" ? broken("Its output contains the client secret or a token.") : kept;
}

const submitsOf = ({ exchanges }: Evidence): readonly Exchange[] => exchanges.filter(isOf("v2.submitInteraction"));

/** Members outside `context.subject` that contain documents or biometrics. */
const strayIn = (body: unknown): readonly string[] =>
  ["documents", "context.documents", "biometrics", "context.biometrics"].filter(
    (place) => readAt(body, place) !== undefined,
  );

/** Checks that the client sends documents and biometrics inside `context.subject`. Spec 4.2, rule 4. */
export function checkPlace(evidence: Evidence): CheckResult {
  const submits = submitsOf(evidence);
  if (submits.length === 0) return notShown("Nothing was submitted.");
  const stray = submits.find(({ request }) => strayIn(request.body).length > 0);
  if (stray === undefined) return kept;
  return broken(`It sent ${strayIn(stray.request.body).join(" and ")} outside context.subject.`, stray);
}

/** Checks that the client lists in `participants` exactly the elements that it sends. Spec 2.9. */
export function checkParticipants(evidence: Evidence): CheckResult {
  const submits = submitsOf(evidence).filter(({ request }) => strayIn(request.body).length === 0);
  if (submits.length === 0) return notShown("Nothing was submitted.");
  for (const submit of submits) {
    const { body } = submit.request;
    const subject = readAt(body, "context.subject");
    const named = readList(body, "participants").map((one) => String(readAt(one, "domainElementId")));
    const absent = named.filter((name) => Object.hasOwn(rows, name) && !isSent(subject, name));
    if (absent.length > 0)
      return broken(`It listed ${absent.join(", ")} in participants without sending data.`, submit);
    const unnamed = Object.keys(rows).filter((name) => !named.includes(name) && isSent(subject, name));
    if (unnamed.length > 0)
      return broken(`It sent data for ${unnamed.join(", ")} without listing it in participants.`, submit);
  }
  return kept;
}

/**
 * The elements that the journal can distinguish. It does not record the types of redacted values, such as the type of
 * an ID number. Spec 2.6.
 */
const rows: Readonly<Record<string, Element>> = Object.fromEntries(
  Object.entries(elements).filter(
    ([name, { path }]) => name === "PrimaryDocument" || name === "SSN" || !path.includes("["),
  ),
);

function isSent(subject: unknown, name: string): boolean {
  const { path = "", leaves } = rows[name] ?? {};
  const found = readAt(subject, path.replaceAll(/\[.*?\]/g, ""));
  const holders = Array.isArray(found) ? found : [found];
  if (leaves === undefined) return holders.some((holder) => holder !== undefined);
  return holders.some((holder) => leaves.some((leaf) => readAt(holder, leaf) !== undefined));
}

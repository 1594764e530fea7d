import type { Exchange } from "@journey-kit/schemas/control";
import { readAt } from "../service/member.ts";
import { type Check, combineVerdicts, type Evidence, fail, pass, untested, type Verdict } from "./evidence.ts";
import {
  errorsToSurvive,
  exchangesOf,
  isError,
  isOf,
  isPlainError,
  isPoll,
  isRead,
  isStart,
  isSubmit,
  isTokenRequest,
  isToRepeat,
  isUnanswered,
  isUnusable,
  longestRow,
  retryAfterOf,
  timeOf,
} from "./exchanges.ts";
import { conclusionOf, describeEnding } from "./reports.ts";

/** Fraction of the polling interval that a wait must reach, because timers are imprecise. */
const tolerance = 0.9;

const isStep = (exchange: Exchange): boolean => isStart(exchange) || isSubmit(exchange);
const isInteractionPoll = isOf("v2.fetchInteraction");

/** The time from a poll to the next one. */
interface Wait {
  readonly after: Exchange;
  readonly next: Exchange;
  /** Milliseconds. */
  readonly duration: number;
}

/** Returns the waits between polls. Skips a wait that contains a start or submit, unless its first poll had a fault. */
function waitsOf(evidence: Evidence, isOne = isPoll): readonly Wait[] {
  const waits: Wait[] = [];
  let last: Exchange | undefined;
  for (const exchange of evidence.exchanges) {
    if (isStep(exchange) && last !== undefined && !hasFault(last)) last = undefined;
    if (!isOne(exchange)) continue;
    if (last !== undefined)
      waits.push({ after: last, next: exchange, duration: timeOf(evidence, exchange) - timeOf(evidence, last) });
    last = exchange;
  }
  return waits;
}

/** Whether the client had nothing to do but wait after a response, because no interaction was collecting data. */
const isIdle = ({ phase }: Exchange): boolean => phase === "running" || phase === "reviewing" || phase === "paused";

const hasFault = ({ fault }: Exchange): boolean => fault !== undefined;
const formatSeconds = (duration: number): string => `${Math.round(duration / 100) / 10} s`;

export function forEachInstance(check: Check): Check {
  return (evidence) => {
    if (evidence.instances.length === 1) return check(evidence);
    const verdicts = evidence.instances.map((instance) =>
      check({ ...evidence, exchanges: exchangesOf(evidence, instance) }),
    );
    return combineVerdicts(verdicts, "No instance was started.");
  };
}

/** Checks that the client polls neither the state nor the interaction faster than `pollIntervalMs`. Spec 4.4. */
export const checkInterval = forEachInstance((evidence) => {
  if (evidence.exchanges.some(isUnanswered)) return untested("The client had to repeat requests.");
  const waits = [...waitsOf(evidence), ...waitsOf(evidence, isInteractionPoll)].filter(
    ({ after }) => !hasFault(after) && isIdle(after),
  );
  if (waits.length === 0) return untested("No endpoint was polled twice in a row while the client had to wait.");
  const shortest = waits.reduce((one, other) => (other.duration < one.duration ? other : one));
  if (shortest.duration >= evidence.pollIntervalMs * tolerance) return pass;
  const [found, expected] = [formatSeconds(shortest.duration), formatSeconds(evidence.pollIntervalMs)];
  return fail(`It polled ${found} after the previous poll; expected at least ${expected}.`, shortest.next);
});

/** The number of consecutive errors after which a client must back off. */
const burst = 3;

/** The usual wait between two polls without a fault, at most the polling interval. */
const usualWait = ({ pollIntervalMs }: Evidence, waits: readonly Wait[]): number =>
  Math.min(
    pollIntervalMs,
    ...waits.filter(({ after }) => !hasFault(after) && isIdle(after)).map(({ duration }) => duration),
  );

/**
 * Checks that the client backs off on errors: it keeps polling, waits longer and longer or always longer than usual,
 * does not fall back to short waits while errors last, and returns to its interval afterwards. Jitter is allowed.
 * Spec 4.4.
 */
export const checkBackoff = forEachInstance((evidence) => {
  const polls = evidence.exchanges.filter(isPoll);
  const lastError = polls.findLast(isError);
  if (lastError === undefined)
    return untested(polls.length === 0 ? "The state was never polled." : "No poll of the state failed.");
  const isLast = lastError === evidence.exchanges.findLast((one) => !isTokenRequest(one));
  if (isLast && !isUnusable(lastError) && longestRow(polls, isError) <= errorsToSurvive && hasEnded(evidence))
    return fail("It stopped polling the state after a service error.", lastError);
  const waits = waitsOf(evidence);
  const rows = findErrorRows(polls).filter(({ length }) => length >= burst);
  if (rows.length === 0) return untested("Too few polls in a row failed.");
  for (const row of rows) {
    const after = waits.filter((wait) => row.includes(wait.after));
    if (after.length < 2) continue;
    const verdict = checkRow(evidence, row, after, usualWait(evidence, waits)) ?? checkRecovery(evidence, row, waits);
    if (verdict !== undefined) return verdict;
  }
  return rows.some((row) => waits.filter((wait) => row.includes(wait.after)).length >= 2)
    ? pass
    : untested("Too few state polls followed the errors.");
});

/** Series of polls in a row that failed without Retry-After. */
function findErrorRows(polls: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const rows: Exchange[][] = [[]];
  for (const poll of polls) {
    if (isPlainError(poll)) rows.at(-1)?.push(poll);
    else if (rows.at(-1)?.length !== 0) rows.push([]);
  }
  return rows.filter(({ length }) => length > 0);
}

function checkRow(
  { time }: Evidence,
  row: readonly Exchange[],
  after: readonly Wait[],
  usual: number,
): Verdict | undefined {
  const durations = after.map(({ duration }) => duration);
  const [first = 0, ...later] = durations;
  const growth = time === "virtual" ? 1.2 : 1.5; // real timers are late on a busy machine
  const grows = Math.max(...later) >= growth * Math.max(usual, first);
  const isLonger = Math.min(...durations) >= usual * 1.5;
  const shown = durations.map(formatSeconds).join(", ");
  if (!grows && !isLonger)
    return fail(`After ${row.length} errors it waited ${shown}, so it does not back off.`, row[0]);
  return isPeriodic(durations)
    ? fail(
        `After ${row.length} errors in a row it waited ${shown}: its waits start again while the errors last.`,
        row.at(-1),
      )
    : undefined;
}

/** Whether waits grow and then start again from the first one. Two in a row must agree, so that jitter does not count. */
function isPeriodic(durations: readonly number[]): boolean {
  const isAlike = (one = 0, other = 0) => Math.abs(one - other) <= 0.2 * other + 30;
  return durations.some((duration, i) => {
    const before = Math.max(...durations.slice(0, i));
    const next = durations[i + 1];
    const isRestart = i >= 3 && duration < 0.5 * before && isAlike(duration, durations[0]);
    return isRestart && next !== undefined && isAlike(next, durations[1]) && next > duration * 1.2;
  });
}

/** Checks that a client polls at its interval again after errors. */
function checkRecovery(evidence: Evidence, row: readonly Exchange[], waits: readonly Wait[]): Verdict | undefined {
  const last = row.at(-1)?.sequence ?? 0;
  const good = waits.filter(({ after }) => after.sequence > last && !hasFault(after) && isIdle(after));
  if (good.length < 3) return undefined;
  const shortestOf = (some: readonly Wait[]) => Math.min(...some.map(({ duration }) => duration));
  const shortest = shortestOf(good);
  const longestAllowed = 4 * evidence.pollIntervalMs;
  // On a busy machine, all waits of a client with its own timers are longer, but those after errors still the longest.
  const lastErrors = waits.filter(({ after }) => row.includes(after)).slice(-burst);
  const isSlow =
    evidence.time === "virtual"
      ? shortest > longestAllowed
      : shortest > longestAllowed + 300 && shortest > 0.8 * shortestOf(lastErrors);
  return isSlow
    ? fail(`After the errors had ended, it still waited ${formatSeconds(shortest)} between two polls.`, good[0]?.next)
    : undefined;
}

/** Whether the client ended without an outcome. Ordinary traffic does not show whether it did. */
const hasEnded = ({ endings }: Evidence): boolean =>
  endings.length > 0 &&
  endings.every((one) => one.kind !== "timed-out" && !["accept", "reject", "refer"].includes(conclusionOf(one) ?? ""));

/** Checks that the client polls no faster after a service error than it usually does. Spec 4.4. */
export const checkSpeedAfterError = forEachInstance((evidence) => {
  const waits = waitsOf(evidence);
  const after = waits.filter(({ after: one }) => isPlainError(one) && !isUnusable(one));
  if (after.length === 0) return untested("No poll followed a poll that failed.");
  const usual = Math.min(usualWait(evidence, waits), evidence.pollIntervalMs);
  const fast = after.find(({ duration }) => duration < usual * 0.8);
  if (fast === undefined) return pass;
  const [found, expected] = [formatSeconds(fast.duration), formatSeconds(usual)];
  return fail(`It polled ${found} after an error; without errors it waits ${expected}.`, fast.next);
});

const hasRetryAfter = (exchange: Exchange): boolean => retryAfterOf(exchange) !== undefined;

/** Refusals in a row with `Retry-After` after which a client may give up. */
const mostRefusals = 3;

/**
 * Checks that the client repeats a request that was refused with `Retry-After`, and no sooner than the response says.
 * Spec 7.
 */
export const checkRetryAfter: Check = (evidence) => {
  const { exchanges } = evidence;
  const refused = exchanges.filter(hasRetryAfter);
  if (refused.length === 0) return untested("No response had Retry-After.");
  let shown = 0;
  for (const one of refused) {
    const seconds = retryAfterOf(one) ?? 0;
    const isNext = (other: Exchange) => other.sequence > one.sequence && isOf(one.endpoint)(other);
    // A refused start and a token request name no instance. With several journeys, the next one may be another's.
    const isRepeated = (other: Exchange) =>
      isStart(one) || one.instanceId === undefined ? evidence.runs.length === 1 : other.instanceId === one.instanceId;
    const next = exchanges.find((other) => isNext(other) && isRepeated(other));
    const ending = evidence.endings[0];
    if (next === undefined) {
      const isAlone = evidence.endings.length === 1 && one === exchanges.findLast((other) => !isTokenRequest(other));
      const row = exchanges.filter(isOf(one.endpoint)).slice(-mostRefusals);
      const isPatient = row.length === mostRefusals && row.every(isToRepeat); // a client may give up after so many
      if (isAlone && !isPatient && isToRepeat(one) && ending !== undefined && !isAborted(ending))
        return fail(
          ending.kind === "timed-out"
            ? `Retry-After said ${seconds} s; the client sent nothing more and ${describeEnding(ending)}.`
            : `It did not repeat the request after ${seconds} s, as Retry-After said; it ${describeEnding(ending)}.`,
          one,
        );
      continue;
    }
    const row = exchanges.filter((other) => isOf(one.endpoint)(other) && other.sequence <= one.sequence);
    const isPatient = row.length > mostRefusals && row.slice(-mostRefusals - 1).every(hasRetryAfter);
    const duration = timeOf(evidence, next) - timeOf(evidence, one);
    if (!isPatient && duration < seconds * 1_000 * tolerance)
      return fail(`It repeated a request after ${formatSeconds(duration)}; Retry-After said ${seconds} s.`, next);
    shown += 1;
  }
  return shown > 0 ? pass : untested("The client repeated no request that was refused with Retry-After.");
};

const isAborted = (ending: Evidence["endings"][number]): boolean =>
  ending.kind === "timed-out" && ending.problem.startsWith("it kept polling");

/** Checks that the client repeats a read whose response was lost, cut off or unreadable. Spec 4.4. */
export const checkReads: Check = (evidence) => {
  const { exchanges, endings } = evidence;
  const lost = exchanges.filter((one) => isRead(one) && isUnusable(one));
  if (lost.length === 0) return untested("No response with a state or an interaction was lost.");
  const last = exchanges.at(-1);
  const wrong = endings.find((one) => one.kind !== "reported" || conclusionOf(one) === "unknown");
  if (
    last !== undefined &&
    lost.includes(last) &&
    wrong !== undefined &&
    longestRow(exchanges.filter(isRead), isUnusable) <= errorsToSurvive
  )
    return fail(
      `It did not repeat a request whose response was ${nameDamage(last)}; it ${describeEnding(wrong)}.`,
      last,
    );
  const isRepeated = lost.some((one) =>
    exchanges.some((other) => other.sequence > one.sequence && isOf(one.endpoint)(other)),
  );
  return isRepeated ? pass : untested("The client repeated no request whose response was lost.");
};

function nameDamage({ fault }: Exchange): string {
  const type = fault?.action.type;
  if (type === "truncate") return "cut off";
  return type === "invalidJson" || type === "status" ? "unreadable" : "lost";
}

const finals: readonly unknown[] = ["Completed", "Failed", "Error"];

const shownStatus = ({ response, fault }: Exchange): unknown =>
  fault === undefined ? readAt(response.body, "status") : undefined;

/** Checks that the client stops polling once the status is final. It may then request the data of a v1 state. Spec 4.4, 9. */
export const checkStop = forEachInstance(({ exchanges }) => {
  const polls = exchanges.filter(isPoll);
  const isEnd = (exchange: Exchange) => finals.includes(shownStatus(exchange));
  const final = polls.find(isEnd);
  if (final === undefined) return untested("The state never showed a final status.");
  const more = polls.filter((poll, i) => polls.slice(0, i).some((before) => isEnd(before) && isSamePoll(before, poll)));
  const [next] = more;
  if (next === undefined) return pass;
  const times = more.length === 1 ? "once more" : `${more.length} more times`;
  return fail(`It polled the state ${times} after the status was ${String(shownStatus(final))}.`, next);
});

/** Whether two polls request the same data of the same instance. A refused request is recorded without a body. */
function isSamePoll(one: Exchange, other: Exchange): boolean {
  const [keys, otherKeys] = [one, other].map(({ request }) => JSON.stringify(readAt(request.body, "filterKeys")));
  return one.instanceId === other.instanceId && keys === otherKeys && other.request.body !== undefined;
}

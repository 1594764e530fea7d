import type { Exchange } from "@journey-kit/schemas/control";
import {
  errorsToSurvive,
  isError,
  isOf,
  isPlainError,
  isPoll,
  isStart,
  isSubmit,
  longestRow,
} from "../service/exchanges.ts";
import { readAt } from "../service/member.ts";
import { broken, type CheckResult, type Evidence, kept, notShown } from "./evidence.ts";

/** Fraction of the polling interval that a wait must reach, because timers are imprecise. */
const tolerance = 0.9;

const isStep = (exchange: Exchange): boolean => isStart(exchange) || isSubmit(exchange);
const isInteractionPoll = isOf("v2.fetchInteraction");

/** Time of a request in milliseconds, by the client's clock. */
const timeOf = ({ time }: Evidence, { at, startedAt }: Exchange): number =>
  Date.parse(time === "virtual" ? at : startedAt);

/** Returns the waits between polls. Skips a wait that contains a start or submit, unless its first poll had a fault. */
function waitsOf(evidence: Evidence, isOne = isPoll) {
  const waits: { readonly after: Exchange; readonly next: Exchange; readonly duration: number }[] = [];
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
const toSeconds = (duration: number): string => `${Math.round(duration / 100) / 10} s`;

/** Checks that the client polls neither the state nor the interaction faster than `pollIntervalMs`. Spec 4.4. */
export function checkInterval(evidence: Evidence): CheckResult {
  const waits = [...waitsOf(evidence), ...waitsOf(evidence, isInteractionPoll)].filter(
    ({ after }) => !hasFault(after) && isIdle(after),
  );
  if (waits.length === 0) return notShown("No endpoint was polled twice in a row while the client had to wait.");
  const shortest = waits.reduce((one, other) => (other.duration < one.duration ? other : one));
  if (shortest.duration >= evidence.pollIntervalMs * tolerance) return kept;
  const [found, expected] = [toSeconds(shortest.duration), toSeconds(evidence.pollIntervalMs)];
  return broken(`It polled ${found} after the previous poll; expected at least ${expected}.`, shortest.next);
}

/** The number of consecutive errors after which a client must back off. */
export const burst = 3;

/**
 * Checks that the client backs off on errors: it keeps polling, and either waits longer and longer, or always longer
 * than usual. Jitter is allowed. Spec 4.4.
 */
export function checkBackoff(evidence: Evidence): CheckResult {
  const polls = evidence.exchanges.filter(isPoll);
  const lastError = polls.findLast(isError);
  if (lastError === undefined)
    return notShown(polls.length === 0 ? "The state was never polled." : "No poll of the state failed.");
  if (lastError === evidence.exchanges.at(-1) && longestRow(polls, isError) <= errorsToSurvive)
    return broken("It stopped polling the state after a service error.", lastError);
  const errors = polls.filter(isPlainError);
  const longest = longestRow(polls, isPlainError);
  const waits = waitsOf(evidence);
  const afterErrors = waits.filter(({ after }) => isPlainError(after));
  if (longest < burst) return notShown("Too few polls in a row failed.");
  if (afterErrors.length < 2) return notShown("Too few state polls followed the errors.");
  const usual = Math.min(
    evidence.pollIntervalMs,
    ...waits.filter(({ after }) => !hasFault(after)).map(({ duration }) => duration),
  );
  const [firstWait, ...later] = afterErrors.map(({ duration }) => duration);
  const longestWait = Math.max(...later);
  const growth = evidence.time === "virtual" ? 1.2 : 1.5; // real timers are late on a busy machine
  if (longestWait >= growth * Math.max(usual, firstWait ?? 0)) return kept;
  if (Math.min(firstWait ?? 0, ...later) >= usual * 1.5) return kept;
  const shown = afterErrors.map(({ duration }) => toSeconds(duration)).join(", ");
  return broken(`After ${errors.length} errors it waited ${shown}, so it does not back off.`, errors[0]);
}

/** Checks that the client repeats a request no sooner than the `Retry-After` of the response says. Spec 7. */
export function checkRetryAfter(evidence: Evidence): CheckResult {
  const { exchanges } = evidence;
  const waits = exchanges.flatMap((one) => {
    const { fault } = one;
    const seconds = fault !== undefined && "status" in fault.action ? fault.action.retryAfter : undefined;
    const next = exchanges.find((other) => other.sequence > one.sequence && isOf(one.endpoint)(other));
    if (seconds === undefined || next === undefined || next.instanceId !== one.instanceId) return [];
    return [{ next, seconds, duration: timeOf(evidence, next) - timeOf(evidence, one) }];
  });
  if (waits.length === 0) return notShown("The client repeated no request that was refused with Retry-After.");
  const early = waits.find(({ seconds, duration }) => duration < seconds * 1_000 * tolerance);
  if (early === undefined) return kept;
  const { next, seconds, duration } = early;
  return broken(`It repeated a request after ${toSeconds(duration)}; Retry-After said ${seconds} s.`, next);
}

const finals: readonly unknown[] = ["Completed", "Failed", "Error"];

const statusOf = ({ response, fault }: Exchange): unknown =>
  fault === undefined ? readAt(response.body, "status") : undefined;

/** Checks that the client stops polling once the status is final. It may then request the data of a v1 state. Spec 4.4, 9. */
export function checkStop({ exchanges }: Evidence): CheckResult {
  const polls = exchanges.filter(isPoll);
  const isEnd = (exchange: Exchange) => finals.includes(statusOf(exchange));
  const final = polls.find(isEnd);
  if (final === undefined) return notShown("The state never showed a final status.");
  const more = polls.filter((poll, i) => polls.slice(0, i).some((before) => isEnd(before) && isSame(before, poll)));
  const [next] = more;
  if (next === undefined) return kept;
  const times = more.length === 1 ? "once more" : `${more.length} more times`;
  return broken(`It polled the state ${times} after the status was ${String(statusOf(final))}.`, next);
}

/** Whether two polls request the same data of the same instance. A refused request is recorded without a body. */
function isSame(one: Exchange, other: Exchange): boolean {
  const [keys, otherKeys] = [one, other].map(({ request }) => JSON.stringify(readAt(request.body, "filterKeys")));
  return one.instanceId === other.instanceId && keys === otherKeys && other.request.body !== undefined;
}

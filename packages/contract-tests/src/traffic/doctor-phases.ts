import type { Exchange } from "@journey-kit/schemas/control";
import { isOf, isPoll, isSubmit } from "../client/exchanges.ts";
import { readAt, readList } from "../service/member.ts";
import type { Call } from "./doctor-call.ts";

const isFetch = isOf("v2.fetchInteraction");

/** The phase that a status shows; undefined for `InProgress`. Spec 2.2, 3.1. */
function phaseOfStatus(status: unknown): string | undefined {
  if (status === "Completed") return "finished";
  if (status === "Failed" || status === "Error") return "failed";
  return status === "Paused" ? "paused" : undefined;
}

/** Whether an interaction asks for data. Spec 2.5. */
const isCollecting = (answer: unknown): boolean =>
  ["outstanding", "collects", "interaction.collects"].some((place) => readList(answer, place).length > 0);

/** The phase that a response shows; undefined if it shows none. */
function shownPhase({ response, refusal, ...exchange }: Exchange): string | undefined {
  const { body, status } = response;
  if (refusal?.kind === "JOURNEY_NOT_ACTIVE") return "paused"; // or ended, which the state shows
  if (isFetch(exchange)) {
    if (refusal?.kind === "NO_INTERACTION") return "running";
    if (status === 0 || status >= 300) return undefined;
    const known = phaseOfStatus(readAt(body, "journey.status"));
    if (known !== undefined) return known;
    if (readAt(body, "processing") === true) return "running";
    return isCollecting(body) ? "collecting" : undefined;
  }
  return isPoll(exchange) && status < 300 ? phaseOfStatus(readAt(body, "status")) : undefined;
}

/**
 * Adds the phase of the instance to each request that shows it. A state that is in progress says not whether modules are
 * running. They are if the client had nothing to do: if the last interaction asked for nothing, or nothing was submitted
 * until the journey ended.
 */
export function withPhases(calls: readonly Call[]): readonly Call[] {
  if (calls.some(({ exchange }) => exchange.phase !== undefined)) return calls; // the journal of a simulator knows it
  const end = calls.findIndex(({ exchange }) => ["finished", "failed"].includes(shownPhase(exchange) ?? ""));
  const lastSubmit = calls.findLastIndex(({ exchange }) => isSubmit(exchange));
  let isRunning = false;
  return calls.map((call, i) => {
    const shown = shownPhase(call.exchange);
    if (shown !== undefined) isRunning = shown === "running";
    else if (isSubmit(call.exchange)) isRunning = false;
    const isOpen = readAt(call.exchange.response.body, "status") === "InProgress";
    const isWaiting = isPoll(call.exchange) && isOpen && (isRunning || (i > lastSubmit && i < end));
    const phase = shown ?? (isWaiting ? "running" : undefined);
    return phase === undefined ? call : { ...call, exchange: { ...call.exchange, phase } };
  });
}

import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import type { Conclusion } from "./client-adapter.ts";
import { exchangesOf, isError, isLost, isOf, isPoll, isStart, isSubmit, mayGiveUp } from "./exchanges.ts";
import { hasMatching } from "./matching.ts";
import { type ClientRun, type Ending, toRefusalText, toWords } from "./run-client.ts";

interface WrongReport {
  readonly id:
    | "own-409-is-done"
    | "backs-off"
    | "reports-conclusion"
    | "tells-outcome"
    | "undecided-is-open"
    | "failed-is-error";
  readonly problem: string;
}

/** How often a refusal must occur to be mentioned in a report. */
const manyRefusals = 3;

/** Describes the most frequent refusal and the readings that caused it; empty if no refusal is frequent. */
function toRefusals(exchanges: readonly Exchange[]): string {
  const counts = new Map<string, number>();
  for (const { endpoint, refusal, fault, response, readings } of exchanges) {
    if (refusal === undefined || refusal.kind === "NO_INTERACTION" || fault !== undefined) continue;
    const causes = Object.entries(readings).map(([gap, reading]) => `${gap}=${reading}`);
    const because = causes.length === 0 ? "" : ` under ${causes.join(", ")}`;
    const answer = `to ${endpoint} with ${response.status} ${refusal.kind}${because}`;
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most === undefined || most[1] < manyRefusals ? "" : ` The simulator refused ${most[1]} requests ${most[0]}.`;
}

/** Describes a client that did not finish, and what the simulator is waiting for; undefined if the client finished. */
export function toHang({ endings, instances, exchanges }: ClientRun): string | undefined {
  const hung = endings.find(({ kind }) => kind === "hung");
  if (hung === undefined) return undefined;
  const awaited = [...new Set(instances.flatMap(({ waitingFor }) => waitingFor))];
  const hint = awaited.length === 0 ? "" : ` The simulator is waiting for: ${awaited.join("; ")}.`;
  return `The client ${toWords(hung)}.${hint}${toRefusals(exchanges)}`;
}

/** Describes why no journey was started; undefined if one was started or no start was refused. */
function toRefusedStart({ exchanges, instances }: ClientRun): string | undefined {
  const refused = exchanges.findLast((one) => isStart(one) && one.refusal !== undefined);
  if (instances.length > 0 || refused?.refusal === undefined) return undefined;
  return `The start was refused with ${refused.response.status} ${toRefusalText(refused.refusal)}`;
}

/** The conclusion that a client reported, if it reported one. */
export const conclusionOf = (ending: Ending): Conclusion | undefined =>
  ending.kind === "reported" ? ending.report.conclusion : undefined;

/** Whether a conclusion is an outcome of an evaluation. Spec 1. */
export const isOutcome = (conclusion: unknown): conclusion is "accept" | "reject" | "refer" =>
  conclusion === "accept" || conclusion === "reject" || conclusion === "refer";

/** The conclusion of an instance according to the simulator; undefined while the instance runs. */
function actualOf({ phase, timeline }: Explanation): Conclusion | undefined {
  if (phase === "failed") return "failed";
  if (phase === "reviewing" || phase === "paused") return "undecided";
  if (phase !== "finished") return undefined;
  const outcome = timeline.findLast(({ kind }) => kind === "evaluated")?.what;
  return isOutcome(outcome) ? outcome : undefined;
}

/**
 * Looks for a pairing of endings with instances that makes every report correct. If there is none, returns the first
 * mistake of the pairing in order.
 */
export function matchReports(
  run: ClientRun,
  endings: readonly Ending[] = run.endings,
  instances: readonly Explanation[] = run.instances,
): WrongReport | undefined {
  const wrong = endings.flatMap((ending, i) => compareReport(run, ending, instances[i]) ?? []);
  if (wrong.length === 0) return undefined;
  const isCorrect = (ending: Ending, instance?: Explanation) => compareReport(run, ending, instance) === undefined;
  const choices = endings
    .filter((ending) => !isCorrect(ending)) // the others are correct without an instance
    .map((ending) => instances.filter((instance) => isCorrect(ending, instance)));
  return hasMatching(choices) ? undefined : wrong[0];
}

/** Compares a report with an instance, which is undefined if no journey was started. Returns the mistake, if any. */
export function compareReport(
  run: ClientRun,
  ending: Ending,
  instance: Explanation | undefined,
): WrongReport | undefined {
  if (ending.kind === "hung") return undefined; // another check reports this
  const { exchanges } = run;
  const own = instance === undefined ? exchanges.filter(isStart) : exchangesOf(run, instance);
  const conclusion = conclusionOf(ending);
  const gaveUp = ending.kind === "crashed" || conclusion === "unknown";
  if (gaveUp && (mayGiveUp(exchanges, own) || isHidden(run))) return undefined;
  const actual = instance && actualOf(instance);
  if (instance !== undefined && conclusion === actual && actual !== undefined) return undefined;
  const wasOpen = own.some(({ phase }) => phase === "reviewing" || phase === "paused");
  if (conclusion === "undecided" && (wasOpen || (instance !== undefined && mayGiveUp(exchanges, own))))
    return undefined;
  const hints = actual === undefined ? toRefusals(exchanges) : "";
  return {
    id: toBroken(own, actual, conclusion, wasOpen),
    problem: `${toState(run, instance)}; the client ${toWords(ending)}.${hints}`,
  };
}

/** Describes a journey's state; if `instance` is undefined, that it was not started, or why its start was refused. */
export function toState(run: ClientRun, instance: Explanation | undefined): string {
  if (instance === undefined) return toRefusedStart(run) ?? "The journey was not started";
  const actual = actualOf(instance);
  return actual === undefined ? "The journey was still running" : `The journey ended with "${actual}"`;
}

/** Whether the readings hide the outcome from a client. Gap `v1-outcome-place`. */
const isHidden = ({ exchanges, profile }: ClientRun): boolean =>
  exchanges.some(isOf("v1.startJourney")) && profile["v1-outcome-place"] === "absent";

/** The requirement that a wrong report breaks. */
function toBroken(
  own: readonly Exchange[],
  actual: Conclusion | undefined,
  conclusion: Conclusion | undefined,
  wasOpen: boolean,
): WrongReport["id"] {
  const gaveUp = conclusion === undefined || conclusion === "unknown";
  const last = own.at(-1);
  const lost = own.find((exchange) => isSubmit(exchange) && isLost(exchange));
  const conflict = own.findLast(isSubmit)?.response.status === 409;
  if (gaveUp && lost !== undefined && conflict) return "own-409-is-done";
  if (gaveUp && last !== undefined && isPoll(last) && isError(last)) return "backs-off";
  if (gaveUp && own.some(isError)) return "reports-conclusion";
  if (isOutcome(actual) && isOutcome(conclusion)) return "tells-outcome";
  if (wasOpen) return "undecided-is-open";
  if (actual === "failed") return "failed-is-error";
  return gaveUp || actual === undefined ? "reports-conclusion" : "tells-outcome";
}

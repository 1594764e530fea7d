import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { describeWaits } from "@journey-kit/schemas/report";
import type { Conclusion } from "../service/client-adapter.ts";
import type { Ending, Evidence } from "./evidence.ts";
import { exchangesOf, isError, isLost, isOf, isRead, isStart, isSubmit, isUnusable, mayGiveUp } from "./exchanges.ts";
import { hasMatching } from "./matching.ts";

/** A wrong report, and the requirement that it breaks. */
interface WrongReport {
  readonly id:
    | "retried-409-is-success"
    | "completes-lost-submit"
    | "retries-reads"
    | "backs-off"
    | "polls-until-final"
    | "reports-conclusion"
    | "tells-outcome"
    | "review-is-not-failure"
    | "error-means-failed";
  readonly problem: string;
}

/** How often a refusal must occur to be mentioned in a report. */
const manyRefusals = 3;

/** Describes the most frequent refusal and the readings that caused it; empty if no refusal is frequent. */
function describeRefusals(exchanges: readonly Exchange[]): string {
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
export function describeTimeout({ endings, instances, exchanges }: Evidence): string | undefined {
  const stopped = endings.find(({ kind }) => kind === "timed-out");
  if (stopped === undefined) return undefined;
  const awaited = [...new Set(instances.flatMap(({ waitingFor }) => describeWaits(waitingFor)))];
  const hint = awaited.length === 0 ? "" : ` The simulator is waiting for: ${awaited.join("; ")}.`;
  return `The client ${describeEnding(stopped)}.${hint}${describeRefusals(exchanges)}`;
}

/** Describes why no journey was started; undefined if one was started or no start was refused. */
function describeRefusedStart({ exchanges, instances }: Evidence): string | undefined {
  const refused = exchanges.findLast((one) => isStart(one) && one.refusal !== undefined);
  if (instances.length > 0 || refused?.refusal === undefined) return undefined;
  return `The start was refused with ${refused.response.status} ${describeRefusal(refused.refusal)}`;
}

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
  return timeline.findLast((event) => event.kind === "evaluated")?.outcome;
}

/**
 * Finds a wrong report: of a journey whose conclusion the condition knows, or of one that contradicts its instance. If
 * it is not known which instance belongs to which journey, looks for a pairing that makes every report correct.
 */
export function findWrongReport(evidence: Evidence): WrongReport | undefined {
  const { runs, endings, condition } = evidence;
  if (condition.isHopeless === true) return undefined;
  const owners = runs.map((_, i) => findOwnInstance(evidence, i));
  const isPaired = owners.every((one) => one !== undefined) || runs.length === 1;
  // A journey that collects neither the name nor the birth date of a person ignores what the scenario plans for people.
  const planned = runs.map(({ expects }) => expects).toSorted();
  const isAsPlanned = JSON.stringify(planned) === JSON.stringify(evidence.instances.map(actualOf).toSorted());
  for (const [i, ending] of endings.entries()) {
    const expects = runs[i]?.expects;
    const instance = owners[i] ?? evidence.instances[i];
    const [owner, told] = [owners[i], conclusionOf(ending)]; // a crash tells nothing
    if (!isAsPlanned && owner !== undefined && told !== undefined && told === actualOf(owner)) continue;
    if (expects !== undefined && conclusionOf(ending) !== expects) {
      const wrong = compareReport(evidence, ending, instance);
      if (wrong !== undefined) return wrong;
      if (ending.kind === "reported" && isOutcome(conclusionOf(ending)))
        return {
          id: "tells-outcome",
          problem: `The journey ends with "${expects}"; the client ${describeEnding(ending)}.`,
        };
    } else if (expects === undefined && isPaired) {
      const wrong = compareReport(evidence, ending, instance);
      if (wrong !== undefined) return wrong;
    }
  }
  if (isPaired) return undefined;
  const open = endings.filter((_, i) => runs[i]?.expects === undefined);
  return matchReports(evidence, open, evidence.instances);
}

/** The instance of one of the client's journeys, if the client names it or its requests show it. */
function findOwnInstance({ runs, endings, instances, sent }: Evidence, i: number): Explanation | undefined {
  const ending = endings[i];
  const own = sent
    .filter(({ connection, started }) => connection === i && started !== undefined)
    .map(({ started }) => started);
  const isPerRun = runs.length > 1 && new Set(sent.map(({ connection }) => connection)).size === runs.length;
  const id = (ending?.kind === "reported" ? ending.report.instanceId : undefined) ?? (isPerRun ? own[0] : undefined);
  if (id !== undefined) return instances.find(({ instanceId }) => instanceId === id);
  return runs.length === 1 ? instances[0] : undefined;
}

/**
 * Looks for a pairing of endings with instances that makes every report correct. If there is none, returns the first
 * mistake of the pairing in order.
 */
export function matchReports(
  run: Evidence,
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
  run: Evidence,
  ending: Ending,
  instance: Explanation | undefined,
): WrongReport | undefined {
  if (ending.kind === "timed-out") return undefined; // another check reports this
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
  const hints = actual === undefined ? describeRefusals(exchanges) : "";
  return {
    id: findBrokenRequirement(own, actual, conclusion, wasOpen),
    problem: `${describeState(run, instance)}; the client ${describeEnding(ending)}.${hints}`,
  };
}

/** Describes a journey's state; if `instance` is undefined, that it was not started, or why its start was refused. */
export function describeState(run: Evidence, instance: Explanation | undefined): string {
  if (instance === undefined) return describeRefusedStart(run) ?? "The journey was not started";
  const actual = actualOf(instance);
  return actual === undefined ? "The journey was still running" : `The journey ended with "${actual}"`;
}

/** Whether the readings hide the outcome from a client. Gap `v1-outcome-place`. */
export const isHidden = ({ exchanges, profile }: Evidence): boolean =>
  exchanges.some(isOf("v1.startJourney")) && profile["v1-outcome-place"] === "absent";

/** The requirement that a wrong report breaks. */
function findBrokenRequirement(
  own: readonly Exchange[],
  actual: Conclusion | undefined,
  conclusion: Conclusion | undefined,
  wasOpen: boolean,
): WrongReport["id"] {
  const gaveUp = conclusion === undefined || conclusion === "unknown";
  const last = own.at(-1);
  const lost = own.find((exchange) => isSubmit(exchange) && isLost(exchange));
  const conflict = own.findLast(isSubmit)?.response.status === 409;
  if (gaveUp && lost !== undefined) return conflict ? "retried-409-is-success" : "completes-lost-submit";
  if (gaveUp && last !== undefined && isRead(last) && isError(last))
    return isUnusable(last) ? "retries-reads" : "backs-off";
  if (gaveUp && own.some(isError)) return "reports-conclusion";
  if (isOutcome(actual) && isOutcome(conclusion)) return "tells-outcome";
  if (isOutcome(actual) && conclusion === "undecided") return "polls-until-final";
  if (wasOpen) return "review-is-not-failure";
  if (actual === "failed") return "error-means-failed";
  if (actual === undefined && own.some((one) => isRead(one) && one.phase === "running")) return "polls-until-final";
  return gaveUp || actual === undefined ? "reports-conclusion" : "tells-outcome";
}

export const describeEnding = (ending: Ending): string => {
  if (ending.kind === "reported") return `reported "${ending.report.conclusion}"`;
  const verb = ending.kind === "crashed" ? "crashed" : "timed out";
  return `${verb}: ${ending.problem.replace(/\.$/, "")}`;
};

export const describeRefusal = ({ kind, problems }: NonNullable<Exchange["refusal"]>): string =>
  [kind, ...problems.slice(0, 1)].join(": ").replace(/\.$/, "");

export const renderCalls = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.map(({ sequence, at, endpoint, request, response, refusal, fault }) => {
    const applied = fault === undefined ? "" : `, fault ${fault.rule}`;
    const why = refusal === undefined ? "" : ` ${describeRefusal(refusal)}`;
    return `#${sequence} ${at.slice(11, 19)} ${endpoint ?? request.path} ${response.status}${why}${applied}`;
  });

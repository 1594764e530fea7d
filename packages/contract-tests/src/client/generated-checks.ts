import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { endpointFor } from "@journey-kit/schemas/endpoints";
import type { RouteName } from "@journey-kit/schemas/routes";
import type { GeneratedSituation } from "../arbitraries/situation.ts";
import type { Conclusion } from "../target/client-adapter.ts";
import { readAt } from "../target/member.ts";
import { type ClientRun, type Ending, toWords } from "../target/run-client.ts";
import { broken, type CheckResult, type Evidence, kept, notShown } from "./evidence.ts";
import {
  checkGeneration,
  checkParticipants,
  checkPlace,
  checkRefresh,
  checkSecrecy,
  checkTokenCount,
  isOf,
} from "./journey-checks.ts";
import { checkBackoff, checkInterval, checkStop } from "./polling-checks.ts";
import { type RequirementId, requirements } from "./requirements.ts";

/** A request as the client sent it, with personal data. */
export interface SentRequest {
  readonly endpoint: RouteName;
  readonly body: unknown;
  /** Whether the request uses the token that was the first to be refused for the same instance. */
  readonly repeatsRefusedToken: boolean;
}

/** What a client did in a generated situation. */
export interface Observation extends ClientRun {
  readonly situation: GeneratedSituation;
  /** The requests that the client sent with `settings.fetch`; empty if the client uses its own `fetch`. */
  readonly sent: readonly SentRequest[];
}

/** Further requirements on every client, which apply in every generated situation. */
const laws = {
  "sends-valid-requests": { spec: "2.7", text: "Sends only requests that match their schemas." },
  "sends-given-data": { spec: "2.8", text: "Sends the person's data unchanged." },
  "repeats-no-submit": { spec: "4.2", text: "Does not submit an accepted element again." },
  "replaces-refused-token": { spec: "5", text: "Requests a new token after a 401." },
  ends: { spec: "4.4", text: "Stops when the journey has ended." },
  "reports-conclusion": { spec: "4.2", text: "Reports the outcome instead of crashing or giving up." },
} as const;

/** Id of a requirement that {@link checkClient} checks. */
export type CheckId = RequirementId | keyof typeof laws;

/** A broken requirement. */
export interface Violation {
  readonly id: CheckId;
  readonly spec: string;
  readonly text: string;
  readonly problem: string;
  /** The `sequence` of the request that broke the requirement. */
  readonly exchange?: number | undefined;
}

/** Every requirement that {@link findViolation} checks. */
export const checkIds: readonly CheckId[] = Object.keys({ ...requirements, ...laws }) as CheckId[]; // `Object.keys` loses the key types

/** A mistake of the client, and the requirement that it breaks. */
type Mistake = Pick<Violation, "id" | "problem" | "exchange">;

type Check = (observation: Observation) => CheckResult;

const by =
  (id: CheckId, check: Check) =>
  (observation: Observation): Mistake | undefined => {
    const result = check(observation);
    return result.status === "broken" ? { id, problem: result.problem, exchange: result.exchange } : undefined;
  };

/** The checks, in an order that finds a cause before its consequences. */
const checks: readonly ((observation: Observation) => Mistake | undefined)[] = [
  by("keeps-secrets", (one) => checkSecrecy(toEvidence(one))),
  by("documents-in-subject", (one) => checkPlace(toEvidence(one))),
  by("participants-match", (one) => checkParticipants(toEvidence(one))),
  by("no-v1-for-v2", (one) => (isV2(one) ? checkGeneration(toEvidence(one)) : notShown("The journey is v1."))),
  by("start-sent-once", checkStarts),
  by("sends-valid-requests", checkSchemas),
  by("sends-given-data", checkData),
  by("repeats-no-submit", forEachInstance(checkRepeats)),
  by("one-token", checkTokens),
  by("refreshes-in-time", (one) => (areTokensReplaced(one) ? tokensChange : checkRefresh(toEvidence(one)))),
  by("replaces-refused-token", checkRefusedTokens),
  by("polls-at-interval", forEachInstance(checkPauses)),
  by("backs-off", forEachInstance(checkBursts)),
  findWrongReport,
  by("stops-when-final", forEachInstance(checkStop)),
  by("ends", checkEnds),
];

/** Finds the first broken requirement. Ignores the requirements in `except`. */
export function findViolation(observation: Observation, except: readonly CheckId[] = []): Violation | undefined {
  for (const check of checks) {
    const mistake = check(observation);
    if (mistake === undefined || except.includes(mistake.id)) continue;
    const { spec, text } =
      mistake.id in requirements ? requirements[mistake.id as RequirementId] : laws[mistake.id as keyof typeof laws]; // the id is in one of the two records
    return { ...mistake, spec, text };
  }
  return undefined;
}

const toEvidence = (observation: Observation): Evidence => ({ ...observation, expects: undefined });
const isV2 = ({ situation }: Observation): boolean => situation.journeys.every(({ generation }) => generation === "v2");

/** Checks the requests of each instance separately. */
function forEachInstance(check: (evidence: Evidence) => CheckResult): Check {
  return (observation) => {
    const results = observation.instances.map((instance) =>
      check({ ...toEvidence(observation), exchanges: exchangesOf(observation, instance) }),
    );
    const isBroken = ({ status }: CheckResult) => status === "broken";
    return results.find(isBroken) ?? results[0] ?? notShown("No instance was started.");
  };
}

const exchangesOf = ({ exchanges }: ClientRun, { instanceId }: Explanation): readonly Exchange[] =>
  exchanges.filter((one) => (one.instanceId ?? readAt(one.request.body, "instanceId")) === instanceId);

// Faults, as a client sees them.

/** Whether a fault lost the response, so that the client cannot know whether the request succeeded. */
const isLost = ({ fault }: Exchange): boolean =>
  fault !== undefined && ["lose", "reset", "truncate", "malform"].some((kind) => kind in fault.action);

/** Whether the client received no usable response or a service error. */
const isError = (exchange: Exchange): boolean =>
  isLost(exchange) || (exchange.fault !== undefined && "status" in exchange.fault.action);

const isStart = ({ endpoint }: Exchange): boolean => endpoint === "v2.startJourney" || endpoint === "v1.startJourney";
const isSubmit = ({ endpoint }: Exchange): boolean =>
  endpoint === "v2.submitInteraction" || endpoint === "v1.updateTask";
const isTokenRequest = isOf("token.requestToken");
const isDevice = ({ endpoint }: Exchange): boolean => endpoint === "v2.startDevice" || endpoint === "v2.connectDevice";
const isTokenRefused = ({ response: { status } }: Exchange): boolean => status === 401 || status === 403;
const isUnanswered = (exchange: Exchange): boolean => isError(exchange) || isTokenRefused(exchange);

/** Whether tokens expire early, or expire by the world's clock, which a client with its own timers cannot see. */
const areTokensReplaced = ({ exchanges, time }: ClientRun): boolean =>
  time === "real" ||
  exchanges.some(({ fault }) => fault !== undefined && ("token" in fault.action || "clockSkew" in fault.action));
const tokensChange = notShown("Tokens expire early in this situation.");

/** The length of the longest series of consecutive requests that meet a condition. */
function longestRow(exchanges: readonly Exchange[], has: (exchange: Exchange) => boolean): number {
  let [longest, current] = [0, 0];
  for (const exchange of exchanges) {
    current = has(exchange) ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

/** The number of consecutive errors that a client must survive, as in the situation `state-errors`. Spec 4.4. */
const errorsToSurvive = 4;

/** Whether a client may give up, because the specification defines no way to continue. */
const mayGiveUp = (all: readonly Exchange[], own: readonly Exchange[]): boolean =>
  all.some((exchange) => isTokenRequest(exchange) && isError(exchange)) ||
  own.some((exchange) => (isStart(exchange) || isDevice(exchange)) && isError(exchange)) ||
  own.some((exchange) => isSubmit(exchange) && isError(exchange) && !isLost(exchange)) ||
  own.some(({ response }) => response.status === 429) ||
  own.some((exchange) => isSubmit(exchange) && exchange.phase === "paused" && exchange.response.status >= 400) ||
  own.filter((exchange) => isStart(exchange) && isTokenRefused(exchange)).length > 1 ||
  longestRow(own.filter(isSubmit), isLost) > 1 ||
  own.some(({ endpoint }) => longestRow(own.filter(isOf(endpoint)), isTokenRefused) > 1) ||
  own.some(({ endpoint }) => longestRow(own.filter(isOf(endpoint)), isUnanswered) > errorsToSurvive);

// Checks that only generated situations use.

/**
 * Checks that the client starts one instance per journey, and does not retry a start whose response was lost. Spec 4.2.
 */
function checkStarts({ situation, exchanges, instances }: Observation): CheckResult {
  const maySucceed = (one: Exchange) => one.response.status < 300 || (isLost(one) && !isTokenRefused(one));
  const starts = exchanges.filter((one) => isStart(one) && maySucceed(one));
  const expected = situation.runs.length;
  if (instances.length > expected)
    return broken(`It started ${instances.length} instances for ${toCount(expected, "journey")}.`, starts.at(-1));
  const lost = starts.findIndex(isLost);
  if (lost === -1) return kept;
  const again = starts[expected];
  return again === undefined ? kept : broken("It retried a start that may have succeeded.", again);
}

const toCount = (count: number, name: string): string => (count === 1 ? `one ${name}` : `${count} ${name}s`);

/** Checks that the client sends only requests that match the schemas of the profile. Spec 2.7, 2.9, 2.10. */
function checkSchemas({ sent, profile }: Observation): CheckResult {
  for (const { endpoint, body } of sent) {
    const { error } = endpointFor(endpoint, profile).request.safeParse(body);
    const [issue] = error?.issues ?? [];
    if (issue !== undefined)
      return broken(`It sent ${endpoint} with an invalid ${issue.path.join(".") || "body"}: ${issue.message}.`);
  }
  return kept;
}

/** Checks that the client sends only data that the person gave. Spec 2.8. */
function checkData({ sent, situation: { runs } }: Observation): CheckResult {
  const persons = new Map<unknown, readonly unknown[]>();
  for (const { endpoint, body } of sent) {
    const data = readAt(body, "context.subject");
    const instance = readAt(body, "instanceId");
    const before = persons.get(instance) ?? runs.map(({ subject }) => subject);
    const possible = before.filter((person) => isPartOf(data, person));
    if (possible.length === 0) return broken(`It sent ${endpoint} with data that is not the person's.`);
    if (instance !== undefined) persons.set(instance, possible);
  }
  return kept;
}

/**
 * Whether everything in `sent` is in `given`. A list of texts must match completely. An empty text counts as absent.
 */
function isPartOf(sent: unknown, given: unknown): boolean {
  if (sent === undefined || sent === "") return true;
  if (Array.isArray(sent)) {
    if (!Array.isArray(given)) return sent.length === 0;
    const isWhole = sent.every((entry) => typeof entry !== "object") && sent.length > 0;
    return isWhole
      ? JSON.stringify(sent) === JSON.stringify(given)
      : sent.every((entry) => given.some((one) => isPartOf(entry, one)));
  }
  if (typeof sent !== "object" || sent === null) return sent === given;
  return Object.entries(sent).every(([name, member]) => name === "type" || isPartOf(member, readAt(given, name)));
}

/** Checks that the client sends another token after a 401. Spec 5. */
function checkRefusedTokens({ sent }: Observation): CheckResult {
  const again = sent.find(({ repeatsRefusedToken }) => repeatsRefusedToken);
  return again === undefined ? kept : broken(`It sent ${again.endpoint} with a token that had been refused.`);
}

/**
 * Checks that the client submits each element once. After a lost response, another submit is allowed. Spec 4.2, rule 3.
 */
function checkRepeats({ exchanges }: Evidence): CheckResult {
  const lost = exchanges.find((exchange) => isSubmit(exchange) && isError(exchange));
  const again = exchanges.find(({ refusal }) => refusal?.kind === "DUPLICATE_ELEMENT");
  if (again === undefined || (lost !== undefined && lost.sequence < again.sequence)) return kept;
  return broken("It submitted an element that an earlier submit had already provided.", again);
}

/** The fraction of a token's lifetime after which a client may refresh the token. */
const earliestRefresh = 0.5;

/** Applies {@link checkTokenCount} if no token had to be replaced. Spec 5. */
function checkTokens(observation: Observation): CheckResult {
  const { exchanges, profile } = observation;
  const isReplaced = exchanges.some(
    (exchange) => isTokenRefused(exchange) || (isTokenRequest(exchange) && exchange.fault !== undefined),
  );
  const [first, last] = [exchanges[0], exchanges.at(-1)].map((exchange) => Date.parse(exchange?.at ?? ""));
  const lifetime = Number.parseInt(profile["token-lifetime"], 10) * 1_000;
  const isLong = (last ?? 0) - (first ?? 0) >= lifetime * earliestRefresh;
  return isReplaced || isLong || areTokensReplaced(observation)
    ? tokensChange
    : checkTokenCount(toEvidence(observation));
}

/** Applies {@link checkInterval} unless the client had to retry requests. Spec 4.4. */
function checkPauses(evidence: Evidence): CheckResult {
  return evidence.exchanges.some(isUnanswered)
    ? notShown("The client had to retry requests.")
    : checkInterval(evidence);
}

/** The number of consecutive errors after which a client must back off. */
const burst = 3;

/**
 * Applies {@link checkBackoff} to each series of errors from the state endpoint that is followed by another poll. Spec
 * 4.4.
 */
function checkBursts(evidence: Evidence): CheckResult {
  const polls = evidence.exchanges.filter(({ endpoint }) => endpoint === "v2.fetchState");
  const isPlain = (exchange: Exchange | undefined) =>
    exchange?.fault !== undefined && isError(exchange) && !("retryAfter" in exchange.fault.action);
  for (let from = 0; from < polls.length; from += 1) {
    let to = from;
    while (isPlain(polls[to])) to += 1;
    const [first, next] = [polls[from], polls[to]];
    if (first === undefined || next === undefined || to - from < burst || next.fault !== undefined) continue;
    const exchanges = evidence.exchanges.filter(
      ({ sequence }) => sequence >= first.sequence && sequence <= next.sequence,
    );
    const result = checkBackoff({ ...evidence, exchanges });
    if (result.status === "broken") return result;
    from = to;
  }
  return kept;
}

/** Checks that the client finishes every journey. Spec 4.4. */
function checkEnds({ endings, instances, exchanges }: Observation): CheckResult {
  const hung = endings.find(({ kind }) => kind === "hung");
  if (hung === undefined) return kept;
  const awaited = [...new Set(instances.flatMap(({ waitingFor }) => waitingFor))];
  const hint = awaited.length === 0 ? "" : ` The simulator is waiting for: ${awaited.join("; ")}.`;
  return broken(`The client ${toWords(hung)}.${hint}${toRefusals(exchanges)}`);
}

/** The number of refusals after which a client does not seem to support what the service requires. */
const manyRefusals = 3;

/** Names the requests that the service refused most often, with the readings behind it; empty if it refused few. */
function toRefusals(exchanges: readonly Exchange[]): string {
  const counts = new Map<string, number>();
  for (const { endpoint, refusal, fault, response, readings } of exchanges) {
    if (refusal === undefined || refusal.kind === "NO_INTERACTION" || fault !== undefined) continue;
    const causes = Object.entries(readings).map(([gap, reading]) => `${gap}=${reading}`);
    const because = causes.length === 0 ? "" : `, because of the readings ${causes.join(", ")}`;
    const answer = `to ${endpoint} with ${response.status} ${refusal.kind}${because}`;
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most === undefined || most[1] < manyRefusals ? "" : ` The simulator refused ${most[1]} requests ${most[0]}.`;
}

// Conclusions.

/** The conclusion of an instance according to the simulator; undefined while the instance runs. */
function conclusionOf({ phase, timeline }: Explanation): Conclusion | undefined {
  if (phase === "failed") return "failed";
  if (phase === "reviewing" || phase === "paused") return "undecided";
  if (phase !== "finished") return undefined;
  const outcome = timeline.findLast(({ kind }) => kind === "evaluated")?.what;
  return outcome === "accept" || outcome === "reject" || outcome === "refer" ? outcome : undefined; // one of the three outcomes
}

/** Finds a wrong report. Reports without an instance id may belong to any of the remaining instances. */
function findWrongReport(observation: Observation): Mistake | undefined {
  const { endings, situation } = observation;
  let left = observation.instances;
  for (const [i, ending] of endings.entries()) {
    const id = idOf(ending);
    if (id === undefined) continue;
    const { id: journey } = situation.journeys[situation.runs[i]?.journey ?? 0] ?? {};
    const instance = left.find((one) => one.instanceId === id && one.journey === journey);
    left = left.filter((one) => one !== instance);
    const wrong = compare(observation, ending, instance);
    if (wrong !== undefined) return wrong;
  }
  return match(
    observation,
    endings.filter((ending) => idOf(ending) === undefined),
    left,
  );
}

const idOf = (ending: Ending): string | undefined =>
  ending.kind === "reported" ? ending.report.instanceId : undefined;

/**
 * Pairs instances with endings so that every report is correct. Returns the first mistake if there is no such pairing.
 */
function match(
  observation: Observation,
  [ending, ...others]: readonly Ending[],
  instances: readonly Explanation[],
): Mistake | undefined {
  if (ending === undefined) return undefined;
  let first: Mistake | undefined;
  for (const instance of [...instances, undefined]) {
    const wrong =
      compare(observation, ending, instance) ??
      match(
        observation,
        others,
        instances.filter((one) => one !== instance),
      );
    if (wrong === undefined) return undefined;
    first ??= wrong;
  }
  return first;
}

/** Compares an ending with an instance. Without an instance, the start was lost. */
function compare(observation: Observation, ending: Ending, instance: Explanation | undefined): Mistake | undefined {
  if (ending.kind === "hung") return undefined; // another check reports this
  const { exchanges } = observation;
  const own = instance === undefined ? exchanges.filter(isStart) : exchangesOf(observation, instance);
  const gaveUp = ending.kind === "crashed" || ending.report.conclusion === "unknown";
  if (gaveUp && (mayGiveUp(exchanges, own) || isHidden(observation))) return undefined;
  const actual = instance && conclusionOf(instance);
  const conclusion = ending.kind === "reported" ? ending.report.conclusion : undefined;
  if (instance !== undefined && conclusion === actual && actual !== undefined) return undefined;
  const wasOpen = own.some(({ phase }) => phase === "reviewing" || phase === "paused");
  if (conclusion === "undecided" && (wasOpen || (instance !== undefined && mayGiveUp(exchanges, own))))
    return undefined;
  const state =
    instance === undefined ? "was not started" : actual === undefined ? "was still running" : `ended with "${actual}"`;
  return {
    id: toBroken(own, actual, conclusion, wasOpen),
    problem: `The journey ${state}; the client ${toWords(ending)}.${actual === undefined ? toRefusals(exchanges) : ""}`,
  };
}

/** Whether the readings hide the outcome from a client. Gap `v1-outcome-place`. */
const isHidden = (observation: Observation): boolean =>
  !isV2(observation) && observation.profile["v1-outcome-place"] === "absent";

/** The requirement that a wrong report breaks. */
function toBroken(
  own: readonly Exchange[],
  actual: Conclusion | undefined,
  conclusion: Conclusion | undefined,
  wasOpen: boolean,
): CheckId {
  const gaveUp = conclusion === undefined || conclusion === "unknown";
  const last = own.at(-1);
  const lost = own.find((exchange) => isSubmit(exchange) && isLost(exchange));
  const conflict = own.findLast(isSubmit)?.response.status === 409;
  if (gaveUp && lost !== undefined && conflict) return "own-409-is-done";
  if (gaveUp && last?.endpoint === "v2.fetchState" && isError(last)) return "backs-off";
  if (gaveUp && own.some(isError)) return "reports-conclusion";
  if (isOutcome(actual) && isOutcome(conclusion)) return "tells-outcome";
  if (wasOpen) return "undecided-is-open";
  if (actual === "failed") return "failed-is-error";
  return gaveUp || actual === undefined ? "reports-conclusion" : "tells-outcome";
}

const isOutcome = (conclusion: Conclusion | undefined): boolean =>
  conclusion === "accept" || conclusion === "reject" || conclusion === "refer";

import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import { presets } from "@journey-kit/schemas/tables";
import type { Evidence, SentRequest } from "../client/evidence.ts";
import { isPoll, isStart, isSubmit, isTokenRefused } from "../client/exchanges.ts";
import type { TrafficPart } from "../client/requirements.ts";
import type { Condition } from "../service/condition.ts";
import { readAt } from "../service/member.ts";
import type { Call } from "./doctor-call.ts";
import {
  type ClientTraffic,
  isSequential,
  isTokenCall,
  type Journey,
  needsBearer,
  type TokenUse,
} from "./doctor-journeys.ts";

/** Nobody knows what the client was given and what it concluded, so only what it sends is judged. */
const condition: Condition = {
  ...{ id: "traffic", text: "Ordinary traffic.", runs: [], scenario: "default", isHopeless: true, isTimed: true },
};

/** What is known about the clients besides their traffic. */
export interface DiagnoseOptions {
  /** Milliseconds between two polls that the clients are configured with; default 10,000. Spec 4.4. */
  readonly pollIntervalMs?: number;
}

const baseIntervalMs = 10_000;

type Extra = Partial<Pick<Evidence, "instances" | "runs" | "sent" | "pollIntervalMs">>;

const toEvidence = (calls: readonly Call[], extra: Extra = {}): Evidence => ({
  ...{ condition, runs: [], endings: [], instances: [], printed: [], unhandled: [] },
  exchanges: calls.map(({ exchange }) => exchange),
  sent: calls.flatMap(({ sent }) => sent ?? []),
  ...{ time: "real", readsClock: false, pollIntervalMs: baseIntervalMs, profile: presets.specified },
  ...extra,
});

function ofJourney({ instanceId, apiVersion, calls }: Journey, extra: Extra = {}): Evidence {
  const at = calls[0]?.exchange.at ?? "";
  const instance: Explanation | undefined =
    instanceId === undefined
      ? undefined
      : {
          ...{
            instanceId,
            apiVersion,
            journey: "",
            journeyName: "",
            region: "eu",
            ordinal: 1,
            scenario: "",
            version: "",
          },
          ...{ resourceId: "", delivery: "api", phase: "running", startedAt: at, now: at, segment: "" },
          ...{ waitingFor: [], steps: [], modules: [], timeline: [] },
        };
  const runs = [{ resourceId: "", apiVersion, subject: {} }];
  return toEvidence(calls, { runs, instances: instance === undefined ? [] : [instance], ...extra });
}

/** Whether the order of a journey's requests shows what the client knew when it sent each of them. */
const isJudged = (journey: Journey): boolean => journey.isComplete && isSequential(journey);

/** The parts of a client's traffic that a check judges one by one, as evidence. */
export const partsOf: Readonly<
  Record<TrafficPart, (client: ClientTraffic, options: DiagnoseOptions) => readonly Evidence[]>
> = {
  request: ({ calls }) => calls.map((call) => toEvidence([call])),
  refusal: ({ calls }) => calls.filter(isMalformed).map((call) => toEvidence([call])),
  journey: ({ journeys, tokenOf }, { pollIntervalMs = baseIntervalMs }) =>
    journeys.filter(isJudged).map((one) => ofJourney(one, { sent: withRepeats(one, tokenOf), pollIntervalMs })),
  polls: ({ journeys }) => journeys.filter((one) => isJudged(one) && hasUsualWait(one)).map(ofPolls),
  end: ({ journeys }) => journeys.filter((one) => isJudged(one) && isClearlyEnded(one)).map((one) => ofJourney(one)),
  tokens: (client) => client.journeys.filter(isJudged).flatMap((one) => tokensOf(client, one)),
  token: ({ tokens }) => tokens.map((token, i) => toEvidence(withExpiry(token, tokens[i + 1]))),
  series: ({ calls }) => findSeries(calls).map((series) => toEvidence(series)),
};

/** Whether the service refused a request for its form: what a lenient service accepts is no mistake that matters. */
function isMalformed(call: Call): boolean {
  const { endpoint, request, response } = call.exchange;
  if (endpoint === undefined || call.sent === undefined) return false;
  const isOtherMethod = request.method !== endpointOf(endpoint).method;
  if (isTokenCall(call)) return [400, 401, 415].includes(response.status);
  if (!needsBearer(call)) return false;
  if (isOtherMethod) return [404, 405].includes(response.status);
  return response.status === 415 || (response.status === 400 && request.body !== undefined);
}

/**
 * The requests of a journey as the client sent them, marked if they repeat the first token that was refused, at the same
 * endpoint. If the service refuses a new token too, a client may keep it.
 */
function withRepeats({ calls }: Journey, tokenOf: ClientTraffic["tokenOf"]): readonly SentRequest[] {
  const first = calls.findIndex(({ exchange }) => exchange.response.status === 401);
  const refused = calls[first];
  const token = refused && tokenOf(refused);
  const isRepeat = (call: Call, i: number): boolean =>
    token !== undefined && i > first && tokenOf(call) === token && isSameEndpoint(call, refused);
  return calls.flatMap((call, i) =>
    call.sent === undefined ? [] : [{ ...call.sent, repeatsRefusedToken: isRepeat(call, i) }],
  );
}

const isSameEndpoint = (one: Call, other: Call | undefined): boolean =>
  one.exchange.endpoint === other?.exchange.endpoint;

const isIdle = ({ phase }: Exchange): boolean => ["running", "reviewing", "paused"].includes(phase ?? "");

/** Waits between two polls that show how long a client usually waits, and the shortest ones that timers make exactly. */
const [fewestWaits, shortestMs] = [3, 1_000];

/** Whether a journey shows how long its client waits between two polls if nothing goes wrong. */
function hasUsualWait({ calls }: Journey): boolean {
  const steps = calls.filter(({ exchange }) => isPoll(exchange) || isStart(exchange) || isSubmit(exchange));
  const waits = steps.flatMap(({ exchange, startedAt }, i) => {
    const next = steps[i + 1];
    const isUsual = isPoll(exchange) && exchange.fault === undefined && isIdle(exchange);
    return isUsual && next !== undefined && isPoll(next.exchange) ? [next.startedAt - startedAt] : [];
  });
  return waits.length >= fewestWaits && Math.min(...waits) >= shortestMs;
}

/** A client may poll slower as time passes, so its own shortest wait is the only interval that is known. */
const ofPolls = (journey: Journey): Evidence => ofJourney(journey, { pollIntervalMs: Number.MAX_SAFE_INTEGER });

/** Polls after a final status that show that the client did not notice it. Fewer may be somebody who looks again. */
const fewestPollsAfterEnd = 3;

/** The longest time between such polls, in milliseconds. */
const longestPollGap = 60_000;

/** Whether nobody polled the final status again, or the client kept polling it. */
function isClearlyEnded({ calls }: Journey): boolean {
  const polls = calls.filter(({ exchange }) => isPoll(exchange));
  const end = polls.findIndex(({ exchange: { fault, phase } }) => fault === undefined && isFinal(phase));
  if (end < 0 || end === polls.length - 1) return true;
  const isSteady = polls
    .slice(end + 1)
    .every((one, i) => one.startedAt - (polls[end + i]?.startedAt ?? 0) <= longestPollGap);
  const after = polls.slice(end);
  const isSame = after.every(({ exchange }) => filterKeys(exchange) === filterKeys(after[0]?.exchange));
  return isSteady && isSame && after.length > fewestPollsAfterEnd;
}

const isFinal = (phase: string | undefined): boolean => phase === "finished" || phase === "failed";
const filterKeys = (exchange: Exchange | undefined): string | undefined =>
  JSON.stringify(readAt(exchange?.request.body, "filterKeys"));

/** Tokens of one journey that served a single request each, although they were valid for longer. */
const fewestWasted = 5;

/** A journey with the tokens that it used, if it used one, or if it clearly wasted some. Processes can share a client id. */
function tokensOf({ tokenOf }: ClientTraffic, journey: Journey): readonly Evidence[] {
  const calls = journey.calls.filter((call) => tokenOf(call) !== undefined);
  const used = [...new Set(calls.flatMap((call) => tokenOf(call) ?? []))];
  const isWasted = ({ request, lifetimeMs = 0, uses }: TokenUse, i: number) => {
    const next = used[i + 1]?.request.startedAt ?? Number.MAX_SAFE_INTEGER;
    const [use] = uses;
    const isRefused = use === undefined || isTokenRefused(use.exchange);
    return uses.length === 1 && !isRefused && next > use.startedAt && next < request.endedAt + lifetimeMs / 2;
  };
  if (used.length > 1 && used.filter(isWasted).length < fewestWasted) return [];
  const all = [...calls, ...used.map(({ request }) => request)].toSorted(bySequence);
  return [{ ...ofJourney({ ...journey, calls: all }) }];
}

const bySequence = (one: Call, other: Call): number => one.exchange.sequence - other.exchange.sequence;

/** Milliseconds after its expiry from which a token was certainly sent too late. */
const lateMs = 1_000;

/** A token with its uses and the next token, in which only uses after the time in `expires_in` count as expired. */
function withExpiry({ request, lifetimeMs, uses }: TokenUse, next: TokenUse | undefined): readonly Call[] {
  if (lifetimeMs === undefined) return [];
  const judge = (call: Call): Call => {
    const { refusal, ...exchange } = call.exchange;
    const isLate = exchange.response.status === 401 && call.startedAt > request.endedAt + lifetimeMs + lateMs;
    const expired = { refusal: { kind: "EXPIRED_TOKEN" as const, problems: [], action: "" } };
    return { ...call, exchange: isLate ? { ...exchange, ...expired } : exchange };
  };
  return [request, ...uses.map(judge), ...(next === undefined ? [] : [next.request])].toSorted(bySequence);
}

/** The longest time between two attempts of a client that does not wait, in milliseconds. */
const longestAttemptGap = 1_000;

/** Series of one request that a client repeats without waiting while it is refused, with the token requests between. */
function findSeries(calls: readonly Call[]): readonly (readonly Call[])[] {
  const found: Call[][] = [];
  let series: Call[] = [];
  const last = () => series.findLast((call) => !isTokenCall(call));
  const close = () => {
    if (series.filter((call) => !isTokenCall(call)).length > 1) found.push(series);
    series = [];
  };
  for (const call of calls) {
    if (isTokenCall(call)) {
      if (series.length > 0) series.push(call);
      continue;
    }
    const before = last();
    const isRefused = isTokenRefused(call.exchange);
    const isNext =
      before !== undefined && isSameRequest(before, call) && call.startedAt - before.endedAt < longestAttemptGap;
    if (!isRefused || !isNext) close();
    if (isRefused) series.push(call);
  }
  close();
  return found;
}

const isSameRequest = ({ exchange: one }: Call, { exchange: other }: Call): boolean =>
  one.endpoint === other.endpoint && JSON.stringify(one.request.body) === JSON.stringify(other.request.body);

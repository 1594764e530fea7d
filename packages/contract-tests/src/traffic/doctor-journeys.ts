import { endpointOf } from "@journey-kit/schemas/endpoints";
import { isStart, isTokenRequest, retryAfterOf } from "../client/exchanges.ts";
import { readAt } from "../service/member.ts";
import type { Call } from "./doctor-call.ts";
import { withPhases } from "./doctor-phases.ts";

/** A customer token, the request for it, and the requests that the client sent with it. Spec 5. */
export interface TokenUse {
  readonly request: Call;
  readonly lifetimeMs: number | undefined;
  /** Oldest first. */
  readonly uses: readonly Call[];
}

/** A journey: the requests about an instance, oldest first, and the starts that led to it. */
export interface Journey {
  /** Undefined if no start succeeded. */
  readonly instanceId: string | undefined;
  readonly apiVersion: "v1" | "v2";
  readonly calls: readonly Call[];
  /** Whether the traffic shows the journey from its start. */
  readonly isComplete: boolean;
}

/** Everything that one API client sent. */
export interface ClientTraffic {
  /** Oldest first. */
  readonly calls: readonly Call[];
  readonly journeys: readonly Journey[];
  /** Oldest first. */
  readonly tokens: readonly TokenUse[];
  readonly tokenOf: (call: Call) => TokenUse | undefined;
}

/** Splits traffic by API client, and finds the journeys and the tokens of each. Calls are in the order of their requests. */
export function groupByClient(calls: readonly Call[]): readonly ClientTraffic[] {
  const hasHeaders = calls.some(({ bearer }) => bearer !== undefined);
  const clients = new Map<string, Call[]>();
  const latest = new Map<string, OpenToken>(); // tokens that are issued at the same instant can have the same text
  const tokens: OpenToken[] = [];
  const starters = new Map<string, string>();
  const sources = new Map<number, TokenUse>(); // by the number of the request
  for (const one of calls) {
    const { instanceId = "", endpoint } = one.exchange;
    const token = one.bearer === undefined ? undefined : latest.get(one.bearer);
    const starter = starters.get(instanceId);
    const client = one.clientId ?? token?.request.clientId ?? starter ?? "";
    const call = withKnown(one, { hasHeaders, isForeign: starter !== undefined && starter !== client });
    const own = clients.get(client);
    if (own === undefined) clients.set(client, [call]);
    else own.push(call);
    if (isStart({ endpoint }) && instanceId !== "") starters.set(instanceId, client);
    if (one.issued !== undefined) {
      const issued = { request: call, lifetimeMs: one.issued.lifetimeMs, uses: [] };
      latest.set(one.issued.token, issued);
      tokens.push(issued);
    }
    if (token !== undefined) {
      token.uses.push(call);
      sources.set(call.exchange.sequence, token);
    }
  }
  const tokenOf = ({ exchange }: Call) => sources.get(exchange.sequence);
  return [...clients].map(([client, own]) => ({
    ...{ calls: own, journeys: findJourneys(own), tokenOf },
    tokens: tokens.filter(({ request }) => (request.clientId ?? "") === client),
  }));
}

interface OpenToken extends TokenUse {
  readonly uses: Call[];
}

/**
 * Adds what only the other requests show. Some recorders omit headers, so a request without a token counts only if the
 * service refused it, and other requests have one.
 */
function withKnown(
  call: Call,
  { hasHeaders, isForeign }: { readonly hasHeaders: boolean; readonly isForeign: boolean },
) {
  if (call.sent === undefined) return call;
  const { response, refusal } = call.exchange;
  const isMissing = response.status === 401 && (hasHeaders || refusal?.kind === "MISSING_TOKEN");
  const bearer = call.sent.bearer === "none" && isMissing ? "none" : "issued";
  const hasForeignToken = isForeign && [401, 403, 404].includes(response.status);
  return { ...call, sent: { ...call.sent, bearer, hasForeignToken } } as const;
}

/** Groups the requests of a client by instance. A start that repeats one that did not succeed belongs to the same journey. */
export function findJourneys(calls: readonly Call[]): readonly Journey[] {
  const journeys = new Map<string, Call[]>();
  const open = new Map<string, Call[]>(); // starts without an instance, by their body
  const lost: Call[][] = [];
  for (const call of calls) {
    const { exchange } = call;
    const { instanceId } = exchange;
    const earlier = isStart(exchange) ? takeRepeated(open, call) : [];
    if (instanceId !== undefined) {
      const own = journeys.get(instanceId);
      if (own === undefined) journeys.set(instanceId, [...earlier, call]);
      else own.push(...earlier, call);
    } else if (isStart(exchange)) {
      const starts = [...earlier, call];
      const key = keyOf(call);
      if (key === undefined) lost.push(starts);
      else open.set(key, starts);
    }
  }
  return [
    ...[...journeys].map(([instanceId, own]) => createJourney(instanceId, own)),
    ...[...open.values(), ...lost].map((own) => createJourney(undefined, own)),
  ];
}

function createJourney(instanceId: string | undefined, calls: readonly Call[]): Journey {
  const [first] = calls;
  const endpoint = first?.exchange.endpoint;
  return {
    instanceId,
    apiVersion: endpoint?.startsWith("v1.") === true ? "v1" : "v2",
    calls: withPhases(calls),
    isComplete: first !== undefined && isStart(first.exchange),
  };
}

/** The longest time between two attempts of a start, in milliseconds. After it, somebody may have tried again. */
const longestRepeat = 60_000;

/** Takes the attempts that a start repeats: the same body, with data of a person, soon after the last attempt. */
function takeRepeated(open: Map<string, Call[]>, call: Call): readonly Call[] {
  const key = keyOf(call);
  const starts = key === undefined ? undefined : open.get(key);
  const last = starts?.at(-1);
  if (key === undefined || starts === undefined || last === undefined) return [];
  const waited = call.startedAt - last.endedAt;
  if (waited < 0 || waited > longestRepeat + (retryAfterOf(last.exchange) ?? 0) * 1_000) return [];
  open.delete(key);
  return starts;
}

/** A text that two starts share only if one repeats the other; undefined if the body names no person. */
function keyOf({ exchange: { endpoint, request } }: Call): string | undefined {
  const subject = readAt(request.body, "context.subject");
  return hasText(subject) ? `${endpoint} ${JSON.stringify(request.body)}` : undefined;
}

const hasText = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).some(hasText)
    : typeof value === "string" && value !== "" && !value.startsWith("‹"); // not a placeholder

/** Whether each request of a journey was sent after the response to the one before, so that the client knew it. */
export const isSequential = ({ calls }: Pick<Journey, "calls">): boolean =>
  calls.every(({ startedAt }, i) => startedAt >= (calls[i - 1]?.endedAt ?? 0) - 1);

/** Whether the request needs a bearer token. */
export const needsBearer = ({ exchange: { endpoint } }: Call): boolean =>
  endpoint !== undefined && endpointOf(endpoint).world === "bearer";

export const isTokenCall = ({ exchange }: Call): boolean => isTokenRequest(exchange);

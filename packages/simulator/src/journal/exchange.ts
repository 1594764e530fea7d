import { ErrorBody, TokenError, V1ErrorBody } from "@journey-kit/schemas";
import type { Exchange, Explanation, RequestList, RequestQuery } from "@journey-kit/schemas/control";
import { endpoints } from "@journey-kit/schemas/endpoints";
import { errorKindOf } from "@journey-kit/schemas/errors";
import * as z from "zod";
import { timeOf } from "../world/clock.ts";
import { toIso } from "../world/time.ts";
import type { Entry, Journal } from "./journal.ts";
import { redact } from "./redact.ts";

const anyError = z.union([ErrorBody, V1ErrorBody, TokenError]);

const shownHeaders: readonly string[] = [
  "x-request-id",
  "content-type",
  "retry-after",
  "deprecation",
  "allow",
  "www-authenticate",
  "cache-control",
];

/** Renders an entry. The response body is redacted here, not when it is recorded. */
export function toExchange(sequence: number, entry: Entry): Exchange {
  const { endpoint, snapshot, status, requestBody, responseHeaders, startedAt, endedAt, fault, notices } = entry;
  const instanceId = instanceIdOf(entry);
  const responseBody = redactResponse(entry);
  return {
    sequence,
    requestId: responseHeaders["x-request-id"] ?? "",
    at: toIso(timeOf(entry.clock, startedAt)),
    startedAt: toIso(startedAt),
    duration: endedAt - startedAt,
    ...(endpoint !== undefined && { endpoint }),
    ...(instanceId !== undefined && { instanceId }),
    ...(snapshot !== undefined && { phase: snapshot.phase }),
    request: {
      method: entry.method,
      path: entry.path,
      headers: entry.requestHeaders,
      ...(requestBody !== undefined && { body: requestBody }),
    },
    response: {
      status,
      headers: Object.fromEntries(Object.entries(responseHeaders).filter(([header]) => shownHeaders.includes(header))),
      ...(responseBody !== undefined && { body: responseBody }),
    },
    ...toBasis(entry.basis),
    ...toRefusal(entry),
    ...(fault !== undefined && { fault: { rule: fault.rule, action: fault.action } }),
    ...(notices.length > 0 && { notices: [...notices] }),
  };
}

/** The instance that a request reached; otherwise the instance in the request. */
const instanceIdOf = ({ snapshot, fault }: Entry): string | undefined => snapshot?.instanceId ?? fault?.instanceId;

function redactResponse({ endpoint, status, responseText, redactedResponse }: Entry): unknown {
  if (responseText === undefined) return redactedResponse;
  const body: unknown = JSON.parse(responseText);
  if (status >= 400) return redact(anyError, body, "service");
  return endpoint === undefined ? undefined : redact(endpoints[endpoint].response, body, "service");
}

/** Converts an exchange back to an entry, except for what the exchange does not contain: the stages of v1 tasks. */
export function toEntry({ at, startedAt, duration, endpoint, instanceId, phase, ...exchange }: Exchange): Entry {
  const { request, response, rules, readings, refusal, fault, notices = [] } = exchange;
  const [problem = "", ...problems] = refusal?.problems ?? [];
  return {
    startedAt: Date.parse(startedAt),
    endedAt: Date.parse(startedAt) + duration,
    clock: { mode: "frozen", at: Date.parse(at) },
    method: request.method,
    path: request.path,
    requestHeaders: request.headers,
    requestBody: request.body,
    endpoint,
    snapshot: instanceId === undefined || phase === undefined ? undefined : { instanceId, phase, stages: [] },
    status: response.status,
    responseHeaders: response.headers,
    responseText: undefined,
    redactedResponse: response.body,
    refusal: refusal && { name: refusal.kind, problems: [problem, ...problems] },
    basis: [...rules, ...Object.entries(readings).map(([gap, reading]) => `${gap}=${reading}`)].join(", "),
    fault: fault && { ...fault, instanceId },
    notices,
  };
}

function toBasis(basis: string): Pick<Exchange, "rules" | "readings"> {
  const ids = basis.split(", ").filter((id) => id !== "");
  const readings = ids.filter((id) => id.includes("=")).map((id) => id.split("=", 2));
  return { rules: ids.filter((id) => !id.includes("=")), readings: Object.fromEntries(readings) };
}

function toRefusal({ refusal }: Entry): Pick<Exchange, "refusal"> {
  if (refusal === undefined) return {};
  const { name, problems } = refusal;
  return { refusal: { kind: name, problems: [...problems], action: errorKindOf(name).action } };
}

const defaultLimit = 100;

const matches = (entry: Entry, query: RequestQuery): boolean =>
  (query.endpoint === undefined || query.endpoint === entry.endpoint) &&
  (query.status === undefined || query.status === `${entry.status}`) &&
  (query.instance === undefined || query.instance === instanceIdOf(entry));

/** Lists the requests after the cursor, oldest first. */
export function listRequests({ ring }: Journal, query: RequestQuery): RequestList {
  const limit = Number(query.limit ?? defaultLimit);
  const after = Math.min(Number(query.after ?? 0), ring.last);
  const from = Math.max(after + 1, ring.first);
  const requests: Exchange[] = [];
  let next = from;
  for (; next <= ring.last && requests.length < limit; next += 1) {
    const entry = ring.at(next);
    if (entry !== undefined && matches(entry, query)) requests.push(toExchange(next, entry));
  }
  return { requests, next: next - 1, dropped: from - after - 1 };
}

/** Finds the last fault that hit a request about an instance, if it is still in the ring. */
export function findLastFault({ ring }: Journal, instanceId: string): Explanation["lastFault"] {
  for (let number = ring.last; number >= ring.first; number -= 1) {
    const entry = ring.at(number);
    if (entry?.fault === undefined || entry.endpoint === undefined || instanceIdOf(entry) !== instanceId) continue;
    const { rule, action } = entry.fault;
    const at = toIso(timeOf(entry.clock, entry.startedAt));
    return { at, exchange: number, endpoint: entry.endpoint, rule, action };
  }
  return undefined;
}

/**
 * Calls `listener` for each matching request: first the recorded requests after the cursor `query.after`, then each new
 * request.
 *
 * @returns A function that stops the watch.
 */
export function watchRequests(
  journal: Journal,
  query: RequestQuery,
  listener: (exchange: Exchange) => void,
): () => void {
  if (query.after !== undefined)
    for (const past of listRequests(journal, { limit: "1000", ...query }).requests) listener(past);
  return journal.watch((sequence, entry) => {
    if (matches(entry, query)) listener(toExchange(sequence, entry));
  });
}

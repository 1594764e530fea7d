import { ErrorBody, TokenError, V1ErrorBody } from "@journey-kit/schemas";
import type { Exchange, Explanation, RequestList, RequestQuery, SimulatorEvent } from "@journey-kit/schemas/control";
import { endpoints } from "@journey-kit/schemas/endpoints";
import { errorKindOf } from "@journey-kit/schemas/tables";
import * as z from "zod";
import type { Refusal } from "../engine/result.ts";
import { memoize } from "../world/cache.ts";
import { timeOf } from "../world/clock.ts";
import { mapInSteps, type Pause } from "../world/steps.ts";
import { toIso } from "../world/time.ts";
import {
  type Entry,
  type EntryQuery,
  instanceIdOf,
  isSelected,
  type Journals,
  type ListenerErrorHandler,
  type Numbered,
  throwUncaught,
} from "./journal.ts";
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
function renderExchange({ sequence, entry }: Numbered): Exchange {
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
    ...parseBasis(entry.basis),
    ...renderRefusal(entry),
    ...(fault !== undefined && { fault: { rule: fault.rule, action: fault.action } }),
    ...(notices.length > 0 && { notices: [...notices] }),
  };
}

function redactResponse({ endpoint, status, responseText, redactedResponse }: Entry): unknown {
  if (responseText === undefined) return redactedResponse;
  const body: unknown = JSON.parse(responseText);
  if (status >= 400) return redact(anyError, body, "service");
  return endpoint === undefined ? undefined : redact(endpoints[endpoint].response, body, "service");
}

/** Converts an exchange back to an entry, except for what the exchange does not contain: the stages of v1 tasks. */
export function parseExchange({ at, startedAt, duration, endpoint, instanceId, phase, ...exchange }: Exchange): Entry {
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
    refusal: refusal && { name: refusal.kind, problems: [problem, ...problems], ...placesOf(refusal) },
    basis: [...rules, ...Object.entries(readings).map(([gap, reading]) => `${gap}=${reading}`)].join(", "),
    fault: fault && { ...fault, instanceId },
    notices,
  };
}

function parseBasis(basis: string): Pick<Exchange, "rules" | "readings"> {
  const ids = basis.split(", ").filter((id) => id !== "");
  const readings = ids.filter((id) => id.includes("=")).map((id) => id.split("=", 2));
  return { rules: ids.filter((id) => !id.includes("=")), readings: Object.fromEntries(readings) };
}

function renderRefusal({ refusal }: Entry): Pick<Exchange, "refusal"> {
  if (refusal === undefined) return {};
  const { name, problems } = refusal;
  return {
    refusal: { kind: name, problems: [...problems], ...placesOf(refusal), action: errorKindOf(name).action },
  };
}

const placesOf = ({ places }: { readonly places?: Refusal["places"] | undefined }) =>
  places === undefined ? {} : { places: [...places] };

const defaultLimit = 100;

/** Lists the requests of a world after the cursor or, without a cursor, the latest ones. The oldest comes first. */
export async function listRequests(
  journals: Journals,
  world: string,
  query: RequestQuery,
  pause: Pause,
): Promise<RequestList> {
  const { entries, next, dropped } = await journals.find(world, parseEntryQuery(query));
  return { requests: await renderExchanges(entries, pause), next, dropped };
}

export const renderExchanges = (entries: readonly Numbered[], pause: Pause): Promise<Exchange[]> =>
  mapInSteps(entries, pause, renderExchange);

const parseEntryQuery = ({ after, limit, status, ...query }: RequestQuery): EntryQuery => ({
  ...query,
  after: after === undefined ? undefined : Number(after),
  limit: Number(limit ?? defaultLimit),
  status: status === undefined ? undefined : Number(status),
});

/** Finds the last fault that hit a request about an instance, if it is still in the journal. */
export async function findLastFault(
  journals: Journals,
  world: string,
  instanceId: string,
): Promise<Explanation["lastFault"]> {
  const found = await journals.findLastFault(world, instanceId);
  if (found?.entry.fault === undefined || found.entry.endpoint === undefined) return undefined;
  const { endpoint, fault, clock, startedAt } = found.entry;
  const { rule, action } = fault;
  return { at: toIso(timeOf(clock, startedAt)), exchange: found.sequence, endpoint, rule, action };
}

/**
 * Calls `listener` for each matching request: first the recorded requests after the cursor `query.after`, then each new
 * request. An error in sending the recorded requests stops the watch and is passed to `onError`.
 *
 * @returns A function that stops the watch.
 */
export function watchRequests(
  journals: Journals,
  world: string,
  query: RequestQuery,
  listener: (exchange: Exchange, isRecorded: boolean) => void,
  pause: Pause,
  onError: ListenerErrorHandler = throwUncaught,
): () => void {
  const selected = parseEntryQuery({ limit: "1000", ...query });
  let waiting: Numbered[] | undefined = query.after === undefined ? undefined : []; // new requests wait for the recorded ones
  let isStopped = false;
  const unwatch = journals.watch((of, added) => {
    if (of !== world || added === undefined || !isSelected(added.entry, selected)) return;
    if (waiting === undefined) listener(renderExchange(added), false);
    else waiting.push(added);
  });
  const sendRecorded = async () => {
    const { entries, next } = await journals.find(world, selected);
    const send = (found: Numbered) => {
      if (!isStopped) listener(renderExchange(found), true);
    };
    await mapInSteps(entries, pause, send);
    const later = (waiting ?? []).filter(({ sequence }) => sequence > next);
    waiting = undefined;
    later.forEach(send);
  };
  const stop = () => {
    isStopped = true;
    unwatch();
  };
  if (waiting !== undefined) {
    sendRecorded().catch((error: unknown) => {
      stop();
      onError(error);
    });
  }
  return stop;
}

const renderShared = memoize(renderExchange); // all listeners share one object

/**
 * Calls `listener` for each new request of every world, and for each reported change.
 *
 * @returns A function that removes the listener.
 */
export const watchEvents = (journals: Journals, listener: (event: SimulatorEvent) => void): (() => void) =>
  journals.watch((world, added) => {
    if (added !== undefined)
      listener({ event: "exchange", data: { world: world ?? "", exchange: renderShared(added) } });
    else listener({ event: "change", data: world === undefined ? {} : { world } });
  });

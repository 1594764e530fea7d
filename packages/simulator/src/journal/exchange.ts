import { ErrorBody, TokenError, V1ErrorBody } from "@journey-kit/schemas";
import type { Exchange, ExchangeList, ExchangeQuery, Explanation } from "@journey-kit/schemas/control";
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

/** Shows an entry of the ring: the answer reduced, what decided it taken apart. */
function toExchange(sequence: number, entry: Entry): Exchange {
  const { name, about, status, answerHeaders, sent, startedAt, endedAt, fault, notices } = entry;
  const instanceId = instanceIdOf(entry);
  const answer = toAnswer(entry);
  return {
    sequence,
    requestId: answerHeaders["x-request-id"] ?? "",
    at: toIso(timeOf(entry.clock, startedAt)),
    startedAt: toIso(startedAt),
    duration: endedAt - startedAt,
    ...(name !== undefined && { endpoint: name }),
    ...(instanceId !== undefined && { instanceId }),
    ...(about !== undefined && { phase: about.phase }),
    request: {
      method: entry.method,
      path: entry.path,
      headers: entry.headers,
      ...(sent !== undefined && { body: sent }),
    },
    response: {
      status,
      headers: Object.fromEntries(Object.entries(answerHeaders).filter(([header]) => shownHeaders.includes(header))),
      ...(answer !== undefined && { body: answer }),
    },
    ...toBasis(entry.basis),
    ...toRefusal(entry),
    ...(fault !== undefined && { fault: { rule: fault.rule, action: fault.action } }),
    ...(notices.length > 0 && { notices: [...notices] }),
  };
}

/** The instance that a call is about: the one that it reached, or else the one that it named. */
const instanceIdOf = ({ about, fault }: Entry): string | undefined => about?.instanceId ?? fault?.instanceId;

function toAnswer({ name, status, answer }: Entry): unknown {
  if (answer === undefined || typeof answer === "string") return undefined;
  if (status >= 400) return redact(anyError, answer, "service");
  return name === undefined ? undefined : redact(endpoints[name].response, answer, "service");
}

function toBasis(basis: string): Pick<Exchange, "rules" | "readings"> {
  const all = basis.split(", ").filter((one) => one !== "");
  const readings = all.filter((one) => one.includes("=")).map((one) => one.split("=", 2));
  return { rules: all.filter((one) => !one.includes("=")), readings: Object.fromEntries(readings) };
}

function toRefusal({ refusal }: Entry): Pick<Exchange, "refusal"> {
  if (refusal === undefined) return {};
  const { name, problems } = refusal;
  return { refusal: { kind: name, problems: [...problems], action: errorKindOf(name).action } };
}

const usualLimit = 100;

/** Whether an entry is one that a query asks for. */
const isWanted = (entry: Entry, query: ExchangeQuery): boolean =>
  (query.endpoint === undefined || query.endpoint === entry.name) &&
  (query.status === undefined || query.status === `${entry.status}`) &&
  (query.instance === undefined || query.instance === instanceIdOf(entry));

/** Lists calls, oldest first, from the one after the cursor. */
export function listExchanges({ ring }: Journal, query: ExchangeQuery): ExchangeList {
  const limit = Number(query.limit ?? usualLimit);
  const after = Math.min(Number(query.after ?? 0), ring.last);
  const from = Math.max(after + 1, ring.first);
  const exchanges: Exchange[] = [];
  let next = from;
  for (; next <= ring.last && exchanges.length < limit; next += 1) {
    const entry = ring.at(next);
    if (entry !== undefined && isWanted(entry, query)) exchanges.push(toExchange(next, entry));
  }
  return { exchanges, next: next - 1, dropped: from - after - 1 };
}

/** Finds the fault that last hit a request about an instance, as far back as the ring goes. */
export function findLastFault({ ring }: Journal, instanceId: string): Explanation["lastFault"] {
  for (let number = ring.last; number >= ring.first; number -= 1) {
    const entry = ring.at(number);
    if (entry?.fault === undefined || entry.name === undefined || instanceIdOf(entry) !== instanceId) continue;
    const { rule, action } = entry.fault;
    const at = toIso(timeOf(entry.clock, entry.startedAt));
    return { at, exchange: number, endpoint: entry.name, rule, action };
  }
  return undefined;
}

/**
 * Calls `listener` for each wanted request as it is answered, after those that follow the cursor `query.after`.
 *
 * @returns What ends the watch.
 */
export function watchExchanges(
  journal: Journal,
  query: ExchangeQuery,
  listener: (exchange: Exchange) => void,
): () => void {
  if (query.after !== undefined)
    for (const past of listExchanges(journal, { limit: "1000", ...query }).exchanges) listener(past);
  return journal.watch((sequence, entry) => {
    if (isWanted(entry, query)) listener(toExchange(sequence, entry));
  });
}

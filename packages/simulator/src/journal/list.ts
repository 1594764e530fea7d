import type { Exchange, ExchangeList, ExchangeQuery } from "@journey-kit/schemas/control";
import type { Entry } from "./entry.ts";
import { instanceIdOf, toExchange } from "./exchange.ts";
import type { Journal } from "./journal.ts";

const usualLimit = 100;

/** Whether an entry is one that a query asks for. */
export const isWanted = (entry: Entry, query: ExchangeQuery): boolean =>
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

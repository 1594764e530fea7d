import type { LiveRequest } from "../../api/live.tsx";

/** Merges recorded and live requests, newest first, without duplicates. */
export function mergeRequests(
  live: readonly LiveRequest[],
  recorded: readonly LiveRequest[],
  limit: number,
): readonly LiveRequest[] {
  const all = new Map([...recorded, ...live].map((request) => [requestKey(request), request]));
  return [...all.values()]
    .toSorted(({ exchange: a }, { exchange: b }) => b.startedAt.localeCompare(a.startedAt) || b.sequence - a.sequence)
    .slice(0, limit);
}

/** Identifies a request among those of all worlds. */
export const requestKey = ({ world, exchange }: LiveRequest): string =>
  JSON.stringify([world, exchange.sequence, exchange.startedAt]);

import type { InstanceSummary } from "@journey-kit/schemas/control";
import type { LiveRequest } from "../../api/live.tsx";
import { type Status, statusOf } from "../../text/status.ts";

interface StatusCount {
  readonly status: Status;
  readonly count: number;
}

const order = ["running", "collecting", "reviewing", "paused", "failed", "accept", "refer", "reject"] as const;

/** Counts instances by status. Statuses of unfinished instances come first. */
export function countStatuses(instances: readonly InstanceSummary[]): readonly StatusCount[] {
  const groups = Map.groupBy(instances, statusOf);
  return order.flatMap((status) => {
    const count = groups.get(status)?.length;
    return count === undefined ? [] : [{ status, count }];
  });
}

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

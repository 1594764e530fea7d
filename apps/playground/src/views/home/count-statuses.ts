import type { InstanceSummary } from "@journey-kit/schemas/control";
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

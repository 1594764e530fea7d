import type { Explanation } from "@journey-kit/schemas/control";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { clockAt, useClock, type WorldClock } from "../../api/clock.ts";
import { useExplanation } from "../../api/queries.ts";

interface LiveInstance {
  readonly query: UseQueryResult<Explanation>;
  /** The clock of the world, converted to the time of the instance. */
  readonly clock: WorldClock | undefined;
}

/** Time for the response to arrive after an event, in milliseconds. */
const margin = 30;
const longestTimer = 2 ** 31 - 1;

/**
 * Reads the explanation of an instance and keeps it up to date. On a real clock, modules finish without a request, so
 * the hook reads the explanation again when the next event is due.
 */
export function useLiveInstance(world: string, id: string): LiveInstance {
  const query = useExplanation(world, id);
  const clock = useClock(world);
  const { data, dataUpdatedAt, refetch } = query;
  const isReal = clock?.mode === "real";
  const due = data?.nextEvent === undefined ? undefined : Date.parse(data.nextEvent) - Date.parse(data.now);
  useEffect(() => {
    if (!isReal || due === undefined) return;
    const wait = dataUpdatedAt + due + margin - Date.now();
    const timer = setTimeout(() => void refetch(), Math.min(longestTimer, Math.max(margin, wait)));
    return () => clearTimeout(timer);
  }, [isReal, due, dataUpdatedAt, refetch]);
  if (data === undefined || clock === undefined) return { query, clock };
  return { query, clock: clockAt(clock.mode, Date.parse(data.now), Date.now() - dataUpdatedAt) };
}

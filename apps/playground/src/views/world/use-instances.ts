import type { InstanceList } from "@journey-kit/schemas/control";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { useWorld } from "../../api/queries.ts";

const pause = 2_000;

/**
 * Lists the instances of a world and follows them. On a real clock, modules finish without a request, so this reads the
 * list again while modules run.
 */
export function useInstances(world: string): UseQueryResult<InstanceList> {
  const query = useWorld(world, "instances");
  const isReal = useWorld(world, "clock").data?.mode === "real";
  const { data, dataUpdatedAt, refetch } = query;
  const moves = isReal && data?.instances.some(({ phase }) => phase === "running") === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every read starts the next pause.
  useEffect(() => {
    if (!moves) return;
    const timer = setTimeout(() => void refetch(), pause);
    return () => clearTimeout(timer);
  }, [moves, dataUpdatedAt, refetch]);
  return query;
}

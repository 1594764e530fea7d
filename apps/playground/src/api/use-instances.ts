import type { InstanceList } from "@journey-kit/schemas/control";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useWorld } from "./queries.ts";

const shortestPause = 2_000;
const longestPause = 60_000;

/**
 * Lists the instances of a world and keeps the list up to date. On a real clock, modules finish without a request, so
 * the hook reads the list again while modules run, at growing intervals if nothing changes.
 */
export function useInstances(world: string): UseQueryResult<InstanceList> {
  const query = useWorld(world, "instances");
  const isReal = useWorld(world, "clock").data?.mode === "real";
  const { data, dataUpdatedAt, refetch } = query;
  const moves = isReal && data?.instances.some(({ phase }) => phase === "running") === true;
  const last = useRef({ data, unchanged: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every read starts the next pause.
  useEffect(() => {
    if (!moves) return;
    const unchanged = last.current.data === data ? last.current.unchanged + 1 : 0; // an equal list stays the same object
    last.current = { data, unchanged };
    const pause = Math.min(shortestPause * 2 ** unchanged, longestPause);
    const timer = setTimeout(() => void refetch(), pause);
    return () => clearTimeout(timer);
  }, [moves, dataUpdatedAt, refetch]);
  return query;
}

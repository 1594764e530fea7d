import type { RequestList } from "@journey-kit/schemas/control";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { maxRequests } from "../../api/list-latest.ts";
import { keys, useExplanation, useWorld } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import type { InstanceAddress } from "../../paths.ts";
import type { Run } from "./comparison.ts";

/**
 * Reads the data about an instance that the comparison needs. Returns the run without its label, or the first error.
 */
export function useRun({ world, id }: InstanceAddress): {
  readonly run?: Omit<Run, "label">;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const explanation = useExplanation(world, id);
  const requests = useInstanceRequests(world, id);
  const profile = useWorld(world, "profile");
  const all = [explanation, requests, profile];
  const error = all.find((query) => query.data === undefined && query.error !== null)?.error ?? null;
  const retry = () => void Promise.all(all.map((query) => query.refetch()));
  if (!explanation.data || !requests.data || !profile.data) return { error, retry };
  const run = { explanation: explanation.data, requests: requests.data.requests, readings: profile.data.readings };
  return { run, error, retry };
}

function useInstanceRequests(world: string, instance: string): UseQueryResult<RequestList> {
  const { target } = useTarget();
  return useQuery({
    queryKey: keys.world(target.kind, world, "requests-of", instance),
    queryFn: () => target.control.world(world).requests.list({ instance, limit: `${maxRequests}` }),
  });
}

import type { Exchange } from "@journey-kit/schemas/control";
import { useQuery } from "@tanstack/react-query";
import { keys, useJourneys, useRequests, useWorld } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import type { Surroundings } from "./attempt.ts";
import type { DocumentName } from "./operations.ts";

/** Finds ids in a world that the examples of a document can use; undefined while they load. */
export function useSurroundings(world: string, document: DocumentName): Surroundings | undefined {
  const { target } = useTarget();
  const journeys = useJourneys();
  const instances = useWorld(world, "instances");
  const fits = ({ apiVersion }: { readonly apiVersion: string }) =>
    apiVersion === document || (document !== "v1" && document !== "v2");
  const instanceId = instances.data?.instances.findLast(fits)?.instanceId;
  const tasks = useQuery({
    queryKey: keys.world(target.kind, world, "reference-task", instanceId),
    queryFn: () =>
      target.control
        .world(world)
        .instance(instanceId ?? "")
        .explain(),
    enabled: instanceId !== undefined && document === "v1",
  });
  const requests = useRequests(world);
  const isReady =
    !requests.isPending && !journeys.isPending && !instances.isPending && (!tasks.isLoading || tasks.isError);
  if (!isReady) return undefined;
  return {
    world,
    resourceIds: journeys.data?.journeys.filter(fits).map(({ id }) => `${id}@latest`) ?? [],
    instanceId,
    interactionId: requests.data && findInteraction(requests.data.requests, instanceId),
    taskId: tasks.data?.steps.find(({ state }) => state === "current")?.taskId,
  };
}

/** The interaction that a client fetched last. */
function findInteraction(requests: readonly Exchange[], instanceId: string | undefined): string | undefined {
  for (const { instanceId: of, response } of requests.toReversed()) {
    const { body } = response;
    if (of !== instanceId || typeof body !== "object" || body === null || !("interactionId" in body)) continue;
    return typeof body.interactionId === "string" ? body.interactionId : undefined;
  }
  return undefined;
}

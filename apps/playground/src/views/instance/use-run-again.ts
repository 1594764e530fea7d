import type { Explanation } from "@journey-kit/schemas/control";
import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { useWorld } from "../../api/queries.ts";
import { useService } from "../../api/service.ts";
import { paths } from "../../paths.ts";
import { notify } from "../../ui/notices.tsx";

/**
 * Starts the journey of an instance again, with its version, region, delivery and scenario, and shows the new instance.
 * The prefill is missing, because the journal keeps no personal data.
 */
export function useRunAgain(world: string, explanation: Explanation): () => void {
  const { apiVersion, resourceId, region, delivery, scenario, steps } = explanation;
  const service = useService(world);
  const always = useWorld(world, "scenarios").data?.always;
  const [, navigate] = useLocation();
  const { mutate } = useMutation({
    mutationFn: () => {
      const { v1, v2 } = service.client(region);
      const options = scenario === always ? {} : { headers: { "x-sim-scenario": scenario } };
      return apiVersion === "v2"
        ? v2.startJourney({ resourceId, context: { config: { delivery }, subject: {} } }, options)
        : v1.startJourney({ resourceId, context: { config: { async: true, delivery }, subject: {} } }, options);
    },
    onSuccess: ({ instanceId }) => {
      navigate(paths.instance(world, instanceId));
      if (steps.some(({ provided }) => provided.some(({ by }) => by === "prefill")))
        notify("Started without the prefill: the journal keeps no personal data.");
    },
    onError: notify,
  });
  return () => mutate();
}

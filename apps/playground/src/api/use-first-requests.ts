import { toFirstRequests } from "./first-requests.ts";
import { useJourneys } from "./queries.ts";
import { useTarget } from "./target-provider.tsx";

/**
 * Writes commands that start a journey in a world; undefined if a terminal cannot reach the simulator, or while the
 * journeys load.
 */
export function useFirstRequests(world: string): string | undefined {
  const { target } = useTarget();
  const journey = useJourneys().data?.journeys.find(({ apiVersion }) => apiVersion === "v2");
  const place = journey?.environments.production ?? journey?.environments.preview;
  if (target.kind === "tab" || place === undefined) return undefined;
  const { resourceId, regions } = place;
  return toFirstRequests({ address: target.baseUrl, region: regions[0] ?? "", clientId: world, resourceId });
}

import { useJourneys } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { useCurrentWorld } from "../../layout/current-world.tsx";
import { toFirstCalls } from "./first-calls.ts";

/** Writes the first calls to this simulator; undefined if a terminal cannot reach it, or while journeys load. */
export function useFirstCalls(): string | undefined {
  const { target } = useTarget();
  const world = useCurrentWorld();
  const journey = useJourneys().data?.journeys.find(({ generation }) => generation === "v2");
  const place = journey?.environments.production ?? journey?.environments.preview;
  if (target.kind === "tab" || place === undefined) return undefined;
  const { resourceId, regions } = place;
  return toFirstCalls({ address: target.baseUrl, region: regions[0] ?? "", clientId: world, resourceId });
}

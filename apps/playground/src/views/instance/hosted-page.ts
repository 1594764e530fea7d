import type { Explanation } from "@journey-kit/schemas/control";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import { useTarget } from "../../api/target-provider.tsx";

/** Returns the address of the hosted page of an instance; undefined if a browser cannot open it. Spec 2.7. */
export function useHostedPage({ instanceId, region, delivery }: Explanation): string | undefined {
  const { target } = useTarget();
  const { path } = endpointOf("hosted.showPage");
  if (target.kind !== "server" || delivery !== "page" || typeof path !== "string") return undefined;
  return `${target.baseUrl}/${region}${path.replace(":instanceId", encodeURIComponent(instanceId))}`;
}

import type { Explanation } from "@journey-kit/schemas/control";
import type { WorldClock } from "../../../api/clock.ts";
import { useJourney, useRequests } from "../../../api/queries.ts";
import { explainInstance } from "../../instance/why/explain-instance.ts";
import type { Why } from "../../instance/why/facts.ts";

/** An instance that the user walks through. */
export interface WalkedInstance {
  readonly world: string;
  readonly explanation: Explanation;
  readonly clock: WorldClock;
}

/** Explains in words why the instance is in its state. */
export function useWhy({ world, explanation, clock }: WalkedInstance): Why {
  const { journey, version, instanceId } = explanation;
  const { data: definition } = useJourney(journey, version);
  const requests = useRequests(world).data?.requests.filter((request) => request.instanceId === instanceId);
  return explainInstance({ explanation, definition, clock }, requests);
}

import type { FaultCondition } from "@journey-kit/schemas/control";

/** Describes the requests that a fault applies to. */
export function describeFaultCondition(when: FaultCondition): string {
  const { endpoint = "Any request", instance, ordinal, nth, every, probability } = when;
  return [
    endpoint,
    nth !== undefined && `request ${nth}`,
    every !== undefined && (every === 1 ? "every request" : `every ${every} requests`),
    probability !== undefined && `${Math.round(probability * 1_000) / 10} % of the requests`,
    instance !== undefined && `instance ${instance}`,
    ordinal !== undefined && `instance ${ordinal} of the world`,
  ]
    .filter((part) => part !== false)
    .join(", ");
}

import type { Exchange, FaultHit } from "@journey-kit/schemas/control";
import { hashKey } from "@tanstack/react-query";

/** A fault that was applied, and its request if the page still has it. */
export interface FaultLogEntry {
  /** Number of the hit under the current plan, starting at 1. */
  readonly number: number;
  readonly hit: FaultHit;
  readonly exchange: Exchange | undefined;
}

/**
 * Finds the requests of the latest hits, newest first. A hit has no request id, so it is matched with the latest
 * request that the same rule hit at the same endpoint.
 */
export function toFaultLog(
  hits: readonly FaultHit[],
  requests: readonly Exchange[],
  limit: number,
): readonly FaultLogEntry[] {
  const latest = requests.filter(({ fault }) => fault !== undefined).slice(-2 * limit); // parallel requests can be in another order
  const faulted = Map.groupBy(latest, ({ endpoint, fault }) => hashKey([endpoint, fault?.rule, fault?.action]));
  return hits
    .map((hit, i) => ({ number: i + 1, hit }))
    .slice(-limit)
    .toReversed()
    .map(({ number, hit }) => {
      const exchange = faulted.get(hashKey([hit.endpoint, hit.rule, hit.action]))?.pop();
      return { number, hit, exchange };
    });
}

import type { Simulator } from "@journey-kit/simulator";

/** Lists the published journeys of a simulator, one line for each resource id, sorted. */
export function toLines(simulator: Simulator): readonly string[] {
  return simulator
    .published()
    .map(({ resourceId, environment }) => `${resourceId} (${environment})`)
    .sort();
}

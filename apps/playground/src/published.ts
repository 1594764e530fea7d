import type { Simulator } from "@journey-kit/simulator";

/** What the simulator in this tab publishes, one line for each resource id, sorted. */
export function toLines(simulator: Simulator): readonly string[] {
  return simulator
    .published()
    .map(({ resourceId, environment }) => `${resourceId} (${environment})`)
    .sort();
}

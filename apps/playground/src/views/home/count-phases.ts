import type { InstanceSummary } from "@journey-kit/schemas/control";
import { statusOf } from "../world/status.ts";

/** Instances that look the same in a list: those of a phase or, once finished, of an outcome. */
export interface PhaseCount extends Pick<InstanceSummary, "phase" | "outcome"> {
  readonly count: number;
}

const order = ["running", "collecting", "reviewing", "paused", "failed", "finished"] as const;

/** Counts instances by phase and, once finished, by outcome. Those that still move come first. */
export function countPhases(instances: readonly InstanceSummary[]): readonly PhaseCount[] {
  const groups = Map.groupBy(instances, statusOf);
  return [...groups.values()]
    .flatMap(([first, ...others]) =>
      first ? [{ phase: first.phase, outcome: first.outcome, count: others.length + 1 }] : [],
    )
    .toSorted((a, b) => order.indexOf(a.phase) - order.indexOf(b.phase));
}

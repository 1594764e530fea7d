import type { InstanceSummary } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { Badge, type Tone } from "./badge.tsx";

const phases = {
  collecting: ["fair", "Collecting"],
  running: ["live", "Running"],
  reviewing: ["fair", "In review"],
  paused: ["neutral", "Paused"],
  finished: ["good", "Finished"],
  failed: ["bad", "Failed"],
} as const satisfies Record<InstanceSummary["phase"], readonly [Tone, string]>;

const outcomes = {
  accept: ["good", "Accepted"],
  refer: ["fair", "Referred"],
  reject: ["bad", "Rejected"],
} as const satisfies Record<NonNullable<InstanceSummary["outcome"]>, readonly [Tone, string]>;

interface PhaseBadgeProps extends Pick<InstanceSummary, "phase" | "outcome"> {
  /** Number of instances that look the same. */
  readonly count?: number;
}

/** The phase of an instance or, once it has finished, its outcome. */
export function PhaseBadge({ phase, outcome, count }: PhaseBadgeProps): ReactNode {
  const [tone, label] = phase === "finished" && outcome !== undefined ? outcomes[outcome] : phases[phase];
  return (
    <Badge tone={tone} dot>
      {count === undefined ? label : `${count.toLocaleString("en")} ${label.toLowerCase()}`}
    </Badge>
  );
}

import type { InstanceSummary } from "@journey-kit/schemas/control";

type Outcome = NonNullable<InstanceSummary["outcome"]>;

/** What a list shows of an instance: its phase or, once it has finished, its outcome. */
export type Status = InstanceSummary["phase"] | `finished ${Outcome}`;

/** The status of an instance. An instance that waits for a review has an outcome, but has not finished. */
export const statusOf = ({ phase, outcome }: Pick<InstanceSummary, "phase" | "outcome">): Status =>
  phase === "finished" && outcome !== undefined ? `${phase} ${outcome}` : phase;

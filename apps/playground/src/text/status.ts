import type { InstanceSummary } from "@journey-kit/schemas/control";

type Outcome = NonNullable<InstanceSummary["outcome"]>;

/** What a list shows about an instance: its phase or, once it has finished, its outcome. */
export type Status = Exclude<InstanceSummary["phase"], "finished"> | Outcome;

/** The status of an instance. An instance that waits for a review has an outcome, but has not finished. */
export const statusOf = ({ phase, outcome = "accept" }: Pick<InstanceSummary, "phase" | "outcome">): Status =>
  phase === "finished" ? outcome : phase; // every finished instance has an outcome

export const statusLabels: Readonly<Record<Status, string>> = {
  collecting: "Collecting",
  running: "Running",
  reviewing: "In review",
  paused: "Paused",
  accept: "Accepted",
  refer: "Referred",
  reject: "Rejected",
  failed: "Failed",
};

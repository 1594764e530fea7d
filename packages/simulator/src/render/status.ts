import type { JourneyStatus, MetaData } from "@journey-kit/schemas";
import type { Reading } from "@journey-kit/schemas/tables";
import type { InstanceRecord } from "../engine/commands.ts";
import type { Outcome } from "../engine/instance.ts";
import { type Citations, readingBasis } from "../engine/result.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { toIso } from "../world/time.ts";

/** The kind of response that contains a status. Gap `failure-status`. */
export type StatusPlace = "state" | "tasks" | "interaction";

/** The wire word for the phase of an instance. Spec 2.2, 3.1; gaps `failure-status`, `paused`. */
export function renderStatus(citations: Citations, record: InstanceRecord, place: StatusPlace): JourneyStatus {
  const { apiVersion, terms, instance } = record;
  citations.cite(...instance.decisions);
  switch (instance.progress.phase) {
    case "collecting":
    case "running":
      citations.cite("progress-by-polling");
      return "InProgress";
    case "reviewing":
      citations.cite("evaluation-decides-outcome");
      return citations.under(terms.readings).choose("paused") === "in-review" ? "Paused" : "InProgress";
    case "paused":
      citations.cite("instance-status-values", readingBasis(terms.readings, "paused"));
      return "Paused";
    case "finished":
      citations.cite("processing-success-completes");
      return "Completed";
    case "failed":
      citations.cite("processing-failure-fails");
      return failedIn[citations.choose("failure-status")].includes(`${apiVersion} ${place}`) ? "Failed" : "Error";
  }
}

/** Records why an instance that is paused or in review has no current interaction and no open task. Gap `paused-collection`. */
export function recordPause(citations: Citations, { instance: { progress } }: InstanceRecord): void {
  if (progress.phase === "paused" || progress.phase === "reviewing") citations.choose("paused-collection");
}

/** The responses that use `Failed` under each reading of gap `failure-status`. The others use `Error`. */
const failedIn: Readonly<Record<Reading<"failure-status">, readonly `${"v1" | "v2"} ${StatusPlace}`[]>> = {
  failed: ["v1 state", "v1 tasks", "v2 state", "v2 tasks", "v2 interaction"],
  error: [],
  "error-in-state": ["v1 tasks", "v2 tasks"],
  "error-in-v2-state": ["v1 state", "v1 tasks", "v2 tasks", "v2 interaction"],
};

const spellings = {
  plain: { accept: "Accept", reject: "Reject", refer: "Refer" },
  decision: { accept: "Decision: Accept", reject: "Decision: Reject", refer: "Decision: Manual review" },
} as const;

/** Renders the wire word for an outcome. A journey can define other words. Spec 1. */
export function renderOutcome(citations: Citations, { definition }: InstanceTerms, outcome: Outcome): string {
  const spelling = citations.choose("outcome-spelling") === "plain" ? spellings.plain : spellings.decision;
  return definition.outcomes?.[outcome] ?? spelling[outcome];
}

/** When an instance ended; undefined if the response omits it. Spec 2.2. */
export function renderCompletedTime(
  citations: Citations,
  { apiVersion, instance: { progress } }: InstanceRecord,
): string | undefined {
  if (progress.phase === "finished") return toIso(progress.finishedAt);
  if (progress.phase === "failed" && citations.choose("completed-time-on-failure") === "set") {
    return toIso(progress.failedAt);
  }
  const gap = progress.phase === "failed" ? "completed-time-on-failure" : "completed-time-while-running";
  return citations.choose(gap) === "empty-on-v1" && apiVersion === "v1" ? "" : undefined;
}

/** When an instance started and ended. Spec 2.2. */
export function renderMetaData(
  citations: Citations,
  record: InstanceRecord,
  completedTime: string | undefined,
): MetaData {
  const { createdAt, progress } = record.instance;
  citations.cite("metadata-created-time");
  if (progress.phase === "finished") citations.cite("metadata-completed-time", "completed-sets-completed-time");
  return { createdTime: toIso(createdAt), ...(completedTime !== undefined && { completedTime }) };
}

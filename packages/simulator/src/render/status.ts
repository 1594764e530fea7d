import type { JourneyStatus, MetaData } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Instance, InstanceTerms, Outcome, Progress } from "../engine/instance.ts";
import { type Basis, readingBasis } from "../engine/result.ts";
import { evaluationBasis } from "../engine/settle.ts";
import { toIso } from "../world/time.ts";

/** Where a status is told; gap `failure-status` spells failure by it. */
export type Place = "state" | "tasks" | "interaction";

/** The wire word for how far an instance is. Spec 2.2, 3.1; gaps `failure-status`, `paused`. */
export function toStatus(profile: Profile, terms: InstanceTerms, progress: Progress, place: Place): JourneyStatus {
  switch (progress.phase) {
    case "collecting":
    case "running":
      return "InProgress";
    case "reviewing":
      return terms.readings.paused === "in-review" ? "Paused" : "InProgress";
    case "paused":
      return "Paused";
    case "finished":
      return "Completed";
    case "failed":
      return toFailure(profile, place);
  }
}

function toFailure(profile: Profile, place: Place): "Failed" | "Error" {
  switch (profile["failure-status"]) {
    case "failed":
      return "Failed";
    case "error":
      return "Error";
    case "error-in-state":
      return place === "tasks" ? "Failed" : "Error";
    case "failed-in-fetch":
      return place === "interaction" ? "Failed" : "Error";
  }
}

/** The rules and readings that decided a status. */
export const statusBasis = (profile: Profile, terms: InstanceTerms, instance: Instance): readonly Basis[] => [
  ...phaseBasis(profile, terms, instance),
  ...evaluationBasis(terms, instance),
];

function phaseBasis(profile: Profile, terms: InstanceTerms, { progress, linkExpiresAt }: Instance): readonly Basis[] {
  switch (progress.phase) {
    case "failed":
      return [
        "processing-failure-fails",
        readingBasis(profile, "failure-status"),
        ...(progress.failedAt === linkExpiresAt ? [readingBasis(terms.readings, "link-expiry")] : []),
      ];
    case "reviewing":
      return [
        "evaluation-decides-outcome",
        readingBasis(terms.readings, "refer-ends-journey"),
        readingBasis(terms.readings, "paused"),
      ];
    case "paused":
      return ["instance-status-values", readingBasis(terms.readings, "paused")];
    case "finished":
      return [
        "processing-success-completes",
        ...(progress.outcome === "refer" ? [readingBasis(terms.readings, "refer-ends-journey")] : []),
      ];
    case "collecting":
    case "running":
      return ["progress-by-polling"];
  }
}

const plain = { accept: "Accept", reject: "Reject", refer: "Refer" } as const;
const decision = {
  accept: "Decision: Accept",
  reject: "Decision: Reject",
  refer: "Decision: Manual review",
} as const;

/** How an outcome is spelled. Spec 1; gap `outcome-spelling`. */
export const toOutcome = (profile: Profile, { definition }: InstanceTerms, outcome: Outcome): string =>
  definition.outcomes?.[outcome] ?? (profile["outcome-spelling"] === "plain" ? plain : decision)[outcome];

/** The rules that the times of an instance show. Spec 2.2. */
export const metaDataBasis = ({ progress }: Instance): readonly Basis[] => [
  "metadata-created-time",
  ...(progress.phase === "finished" ? (["metadata-completed-time", "completed-sets-completed-time"] as const) : []),
];

/** When an instance began and ended. Spec 2.2; gaps `completed-time-while-running`, `completed-time-on-failure`. */
export function toMetaData(profile: Profile, { createdAt, progress }: Instance, generation: "v1" | "v2"): MetaData {
  const createdTime = toIso(createdAt);
  if (progress.phase === "finished") return { createdTime, completedTime: toIso(progress.finishedAt) };
  if (progress.phase === "failed") {
    const isSet = profile["completed-time-on-failure"] === "set";
    return isSet ? { createdTime, completedTime: toIso(progress.failedAt) } : { createdTime };
  }
  const isEmpty = generation === "v1" && profile["completed-time-while-running"] === "empty-on-v1";
  return isEmpty ? { createdTime, completedTime: "" } : { createdTime };
}

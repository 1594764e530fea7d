import type { JourneyStatus } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import { evaluationBasis } from "../machine/evaluate.ts";
import type { Instance, Outcome, Progress } from "../machine/instance.ts";
import { type Basis, cite } from "../machine/result.ts";
import type { Terms } from "../machine/terms.ts";

/** Where a status is told; gap `failure-status` spells failure by it. */
export type Place = "state" | "tasks" | "interaction";

/** The wire word for how far an instance is. Spec 2.2, 3.1; gaps `failure-status`, `paused`. */
export function toStatus(profile: Profile, terms: Terms, progress: Progress, place: Place): JourneyStatus {
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
export const statusBasis = (profile: Profile, terms: Terms, instance: Instance): readonly Basis[] => [
  ...phaseBasis(profile, terms, instance),
  ...evaluationBasis(terms, instance),
];

function phaseBasis(profile: Profile, terms: Terms, { progress, linkExpiresAt }: Instance): readonly Basis[] {
  switch (progress.phase) {
    case "failed":
      return [
        "processing-failure-fails",
        cite(profile, "failure-status"),
        ...(progress.failedAt === linkExpiresAt ? [cite(terms.readings, "link-expiry")] : []),
      ];
    case "reviewing":
      return ["evaluation-decides-outcome", cite(terms.readings, "refer-ends-journey"), cite(terms.readings, "paused")];
    case "paused":
      return ["instance-status-values", cite(terms.readings, "paused")];
    case "finished":
      return [
        "processing-success-completes",
        ...(progress.outcome === "refer" ? [cite(terms.readings, "refer-ends-journey")] : []),
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
export const toOutcome = (profile: Profile, { definition }: Terms, outcome: Outcome): string =>
  definition.outcomes?.[outcome] ?? (profile["outcome-spelling"] === "plain" ? plain : decision)[outcome];

import type { Profile } from "@journey-kit/schemas/profile";
import type { Verdict } from "./journey.ts";
import type { Model, Run } from "./model.ts";

/** Where a status is told; gap `failure-status` spells failure by it. */
export type Place = "state" | "tasks" | "interaction";

const isError: Readonly<Record<Profile["failure-status"], (generation: "v1" | "v2", place: Place) => boolean>> = {
  failed: () => false,
  error: () => true,
  "error-in-state": (_, place) => place !== "tasks",
  "error-in-v2-state": (generation, place) => generation === "v2" && place === "state",
};

/** The status of an instance as it is told in a place. Spec 2.2, 3.1; gaps `failure-status`, `paused`. */
export function statusOf({ profile }: Readonly<Model>, run: Run, place: Place): string {
  const { journey, end, pausedAt, inReview } = run;
  if (end === "failed") return isError[profile["failure-status"]](journey.generation, place) ? "Error" : "Failed";
  if (end !== undefined) return "Completed";
  return pausedAt !== undefined || (inReview && profile.paused === "in-review") ? "Paused" : "InProgress";
}

const spellings: Readonly<Record<Profile["outcome-spelling"], Readonly<Record<Verdict, string>>>> = {
  plain: { accept: "Accept", reject: "Reject", refer: "Refer" },
  decision: { accept: "Decision: Accept", reject: "Decision: Reject", refer: "Decision: Manual review" },
};

/** The outcome that a state shows; undefined if it shows none. Gaps `outcome-spelling`, `referred-result`. */
export function outcomeOf({ profile }: Readonly<Model>, { journey, end, inReview }: Run): string | undefined {
  const isShown = inReview && journey.generation === "v2" && profile["referred-result"] === "decision";
  const outcome = end ?? (isShown ? "refer" : undefined);
  if (outcome === undefined || outcome === "failed") return undefined;
  return journey.spelling[outcome] ?? spellings[profile["outcome-spelling"]][outcome];
}

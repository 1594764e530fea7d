import type { MetaData } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Instance } from "../machine/instance.ts";
import type { Basis } from "../machine/result.ts";
import { toIso } from "./iso.ts";

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

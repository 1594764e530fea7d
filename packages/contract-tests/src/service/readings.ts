import {
  type GapId,
  gapIds,
  isSwitchable,
  type Profile,
  ProfileError,
  presets,
  type Reading,
  type Readings,
  resolveProfile,
} from "@journey-kit/schemas/tables";

/** The readings of some gaps, by the id of the gap. */
export type SomeReadings = Readonly<Record<string, string>>;

/** Every gap with more than one reading, in the order of the gap register. */
export const switchableGaps: readonly GapId[] = gapIds.filter(isSwitchable);

/** Completes readings with those of `specified`. Returns undefined if one is unknown, or if readings conflict. */
export function parseProfile(readings: SomeReadings): Profile | undefined {
  try {
    return resolveProfile({ readings: readings as Readings }); // rejects unknown readings
  } catch (error) {
    if (error instanceof ProfileError) return undefined;
    throw error;
  }
}

/** The readings of a profile that differ from `specified`. */
export const changedReadings = (profile: Profile): Readings =>
  Object.fromEntries(gapIds.filter((id) => profile[id] !== presets.specified[id]).map((id) => [id, profile[id]]));

/** An outcome of an evaluation. Spec 1. */
export type Outcome = "accept" | "refer" | "reject";

const spellings: Readonly<Record<Reading<"outcome-spelling">, Readonly<Record<Outcome, string>>>> = {
  plain: { accept: "Accept", reject: "Reject", refer: "Refer" },
  decision: { accept: "Decision: Accept", reject: "Decision: Reject", refer: "Decision: Manual review" },
};

/** Spells an outcome. Spec 1; gap `outcome-spelling`. */
export const spellOutcome = (profile: Profile, outcome: Outcome): string =>
  spellings[profile["outcome-spelling"]][outcome];

const errorReadings: Readonly<Record<"v2State" | "v1State" | "tasks", readonly Reading<"failure-status">[]>> = {
  v2State: ["error", "error-in-state", "error-in-v2-state"],
  v1State: ["error", "error-in-state"],
  tasks: ["error"],
};

/** The status of a failed instance in one kind of response; for interactions, pass `v1State`. Gap `failure-status`. */
export const failureOf = (profile: Profile, place: keyof typeof errorReadings): "Failed" | "Error" =>
  errorReadings[place].includes(profile["failure-status"]) ? "Error" : "Failed";

/** The lifetime of an access token in milliseconds. Gap `token-lifetime`. */
export const tokenLifetimeOf = (profile: Profile): number =>
  ({ "3600s": 3_600_000, "300s": 300_000, "60s": 60_000 })[profile["token-lifetime"]];

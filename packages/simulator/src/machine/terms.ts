import type { JourneyDefinition } from "@journey-kit/schemas";
import { gapIds, gapOf, type gaps } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import type { Scenario } from "../world/scenario.ts";
import type { Millis } from "../world/time.ts";

/** The gaps whose readings are pinned when an instance starts. */
type MachineGapId = {
  [Id in keyof typeof gaps]: (typeof gaps)[Id]["kind"] extends "machine" ? Id : never;
}[keyof typeof gaps];

/** The readings that the machine follows. */
export type Readings = Pick<Profile, MachineGapId>;

const pinned = new WeakMap<Profile, Readings>();

/** The machine's share of a profile. Instances that start under one profile share one object. */
export function readingsOf(profile: Profile): Readings {
  const known = pinned.get(profile);
  if (known !== undefined) return known;
  const ids = gapIds.filter((id) => gapOf(id).kind === "machine");
  const readings = Object.fromEntries(ids.map((id) => [id, profile[id]])) as Readings; // the filter is MachineGapId's
  pinned.set(profile, readings);
  return readings;
}

/** What an instance pinned at start. Immutable, and shared by all instances that started under the same ones. */
export interface Terms {
  readonly definition: JourneyDefinition;
  readonly readings: Readings;
  readonly scenario: Scenario;
  readonly seed: number;
  /** One duration for every module, instead of its own. */
  readonly latency?: Millis;
}

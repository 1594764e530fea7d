import type { JourneyVersion } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/tables";
import { gapIds, gapOf, type gaps } from "@journey-kit/schemas/tables";
import { memoize } from "../world/cache.ts";
import type { Scenario } from "../world/scenario.ts";
import type { Millis } from "../world/time.ts";
import type { Citations } from "./result.ts";

/** The gaps whose readings an instance keeps from its start. */
type EngineGapId = {
  [Id in keyof typeof gaps]: (typeof gaps)[Id]["kind"] extends "engine" ? Id : never;
}[keyof typeof gaps];

export type Readings = Pick<Profile, EngineGapId>;

/** Records the readings that the engine consults for one instance. */
export type EngineCitations = Citations<EngineGapId>;

const engineGapIds = gapIds.filter((id) => gapOf(id).kind === "engine");

/** The readings of a profile that the engine uses. Instances under the same profile share one object. */
export const readingsOf = memoize((profile: Profile): Readings => {
  return Object.fromEntries(engineGapIds.map((id) => [id, profile[id]])) as Readings; // one entry for each `EngineGapId`
});

/** The readings of an instance under a scenario. Instances under the same scenario and profile share one object. */
export const readingsUnder = memoize((base: Readings) =>
  memoize(({ readings }: Scenario): Readings => {
    return readings === undefined ? base : ({ ...base, ...readings } as Readings); // checked when the scenario was stored
  }),
);

/** The context of one run of the engine: the terms of the instance, and the citations of the decision. */
export interface EngineContext {
  readonly terms: InstanceTerms;
  readonly citations: EngineCitations;
}

/** The settings that stay the same for the whole run of an instance. */
export interface InstanceTerms {
  readonly definition: JourneyVersion;
  readonly readings: Readings;
  /** The chosen scenario, if any, then the one that applies to every instance. */
  readonly scenarios: readonly [Scenario, ...Scenario[]];
  readonly seed: number;
  /** Duration of every module, regardless of the journey and the module's default. */
  readonly latency?: Millis;
}

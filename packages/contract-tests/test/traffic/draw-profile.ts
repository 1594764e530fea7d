import { type GapId, gapOf, type Profile, presetNames, presets } from "@journey-kit/schemas/tables";
import { parseProfile, switchableGaps } from "../../src/service/readings.ts";
import type { Draw } from "./draw.ts";

/** Draws a profile: a preset, a preset with a few other readings, or any mix of readings that do not conflict. */
export function drawProfile(draw: Draw): Profile {
  const preset = presets[draw.pick(presetNames)];
  const share = draw.pick([0, 0.05, 0.2, 0.5, 1]);
  return switchableGaps.reduce(
    (profile, gap) => (draw.chance(share) ? changeReading(draw, profile, gap) : profile),
    preset,
  );
}

/** Draws the reading of one gap. Keeps the profile if the reading conflicts with another one. */
function changeReading(draw: Draw, profile: Profile, gap: GapId): Profile {
  const reading = draw.pick(Object.keys(gapOf(gap).options));
  return parseProfile({ ...profile, [gap]: reading }) ?? profile;
}

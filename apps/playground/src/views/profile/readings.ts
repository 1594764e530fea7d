import type { ProfileChange, ProfileState } from "@journey-kit/schemas/control";
import {
  type GapId,
  gapIds,
  gapOf,
  isSwitchable,
  type PresetName,
  presetNames,
  presets,
} from "@journey-kit/schemas/tables";
import { matchesWords } from "../../text/matches-words.ts";

/** The reading of every gap in a world. */
export type WorldReadings = ProfileState["readings"];

/** Lists the gaps whose readings differ from a preset. */
export const differencesFrom = (preset: PresetName, readings: WorldReadings): readonly GapId[] =>
  gapIds.filter((id) => readings[id] !== presets[preset][id]);

/** Finds the preset from which the fewest readings differ. If two presets are equally near, the first one is used. */
export const nearestPreset = (readings: WorldReadings): PresetName =>
  presetNames.reduce((nearest, name) =>
    differencesFrom(name, readings).length < differencesFrom(nearest, readings).length ? name : nearest,
  );

/** Describes readings as the nearest preset and the differences from it, in the format of a file for `--profile`. */
export function toProfileChange(readings: WorldReadings): Required<Omit<ProfileChange, "$schema">> {
  const preset = nearestPreset(readings);
  const changed = differencesFrom(preset, readings).flatMap((id) => {
    const reading = readings[id];
    return reading === undefined ? [] : [[id, reading] as const];
  });
  return { preset, readings: Object.fromEntries(changed) };
}

/** A filter of the list of gaps. */
export interface GapFilter {
  readonly text: string;
  readonly kind: "all" | "engine" | "wire" | "client";
}

/** Finds the gaps that match a filter. Every word must occur in a gap, in any of its texts. */
export function findGaps({ text, kind }: GapFilter): readonly GapId[] {
  return gapIds.filter((id) => {
    const gap = gapOf(id);
    const texts = [id, gap.question, `section ${gap.spec}`, ...Object.entries(gap.options).flat(), gap.evidence ?? ""];
    return (kind === "all" || gap.kind === kind) && matchesWords(texts.join("\n"), text);
  });
}

/** Splits gaps into those whose readings differ from the nearest preset, and the others. */
export function splitGaps(found: readonly GapId[], readings: WorldReadings) {
  const differing = new Set(differencesFrom(nearestPreset(readings), readings));
  return {
    changed: found.filter((id) => differing.has(id)),
    open: found.filter((id) => !differing.has(id) && isSwitchable(id)),
    decided: found.filter((id) => !differing.has(id) && !isSwitchable(id)),
  };
}

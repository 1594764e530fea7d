import { type GapId, gapIds, type PresetName, presets } from "@journey-kit/schemas/tables";
import { type ObservedGap, type ProfileFile, toProfileFile } from "../server/calibrate/finding.ts";
import { changedReadings, parseProfile } from "../service/readings.ts";
import type { LearnedGap } from "./learned.ts";

/** A profile file as a user may have written it. */
export interface EarlierProfile {
  readonly preset?: PresetName | undefined;
  readonly readings?: Readonly<Record<string, string>> | undefined;
  readonly evidence?: Readonly<Record<string, ObservedGap>> | undefined;
}

/** A gap for which the service follows another reading than before. */
export interface ChangedGap {
  readonly gap: GapId;
  readonly before: readonly string[];
  /** The readings that fit now; empty if none does. */
  readonly now: readonly string[];
  /** When the earlier reading was last seen, as an ISO instant; undefined if the profile does not say. */
  readonly beforeAt: string | undefined;
  /** When the new reading was first seen, as an ISO instant. */
  readonly nowAt: string | undefined;
}

/** A gap about which an earlier profile says something and the traffic does not. */
export interface OldGap {
  readonly gap: GapId;
  readonly possible: readonly string[];
  /** When the evidence was last seen, as an ISO instant; undefined if the profile does not say. */
  readonly lastAt: string | undefined;
  /** Age of the evidence, such as `3 days old`; undefined if the profile does not say. */
  readonly age: string | undefined;
}

/** How traffic differs from an earlier profile. */
export interface ProfileComparison {
  readonly changed: readonly ChangedGap[];
  /** The gaps for which the traffic shows a reading that was possible before. */
  readonly confirmed: readonly GapId[];
  readonly notShown: readonly OldGap[];
}

/**
 * Compares what traffic shows with a profile that was learned before.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export function compareProfile(earlier: EarlierProfile, gaps: readonly LearnedGap[], now: number): ProfileComparison {
  const [changed, confirmed, notShown]: [ChangedGap[], GapId[], OldGap[]] = [[], [], []];
  for (const { gap, status, possible, firstAt } of gaps) {
    const { possible: before, lastAt } = observedIn(earlier, gap);
    if (before.length === 0) continue;
    if (status === "unknown") notShown.push({ gap, possible: before, lastAt, age: lastAt && renderAge(lastAt, now) });
    else if (before.some((reading) => possible.includes(reading))) confirmed.push(gap);
    else changed.push({ gap, before, now: possible, beforeAt: lastAt, nowAt: firstAt });
  }
  return { changed, confirmed, notShown };
}

/** What an earlier profile says about a gap. */
function observedIn(
  { readings = {}, evidence = {} }: EarlierProfile,
  gap: GapId,
): Pick<ObservedGap, "possible" | "lastAt"> {
  const observed = Object.hasOwn(evidence, gap) ? evidence[gap] : undefined;
  const reading = Object.hasOwn(readings, gap) ? readings[gap] : undefined;
  return observed ?? { possible: reading === undefined ? [] : [reading] };
}

/** The readings that an earlier profile is sure of: not those for which others fit as well. */
export const knownReadings = ({ readings = {}, evidence = {} }: EarlierProfile): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(readings).filter(([gap]) => !Object.hasOwn(evidence, gap) || evidence[gap]?.status === "found"),
  );

/** Adds what traffic shows to an earlier profile. What it does not show again stays, if it fits. */
export function updateProfile(earlier: EarlierProfile, gaps: readonly LearnedGap[]): ProfileFile {
  const learned = toProfileFile(gaps);
  const before = { ...(earlier.preset === "observed" && changedReadings(presets.observed)), ...earlier.readings };
  const notShown = Object.entries(before).filter(([gap]) => !Object.hasOwn(learned.evidence, gap));
  const readings = { ...Object.fromEntries(notShown), ...learned.readings };
  if (parseProfile(readings) === undefined) return learned;
  const evidence = gapIds.flatMap((gap) => {
    const found = mergeEvidence(earlier.evidence?.[gap], learned.evidence[gap]);
    return found === undefined ? [] : [[gap, found] as const];
  });
  return { preset: "specified", readings, evidence: Object.fromEntries(evidence) };
}

/** The newer evidence, which is as old as the earlier one if both show the same. */
function mergeEvidence(earlier: ObservedGap | undefined, newer: ObservedGap | undefined): ObservedGap | undefined {
  if (newer === undefined || earlier?.firstAt === undefined) return newer ?? earlier;
  const isSame = earlier.possible.some((reading) => newer.possible.includes(reading));
  return isSame ? { ...newer, firstAt: earlier.firstAt } : newer;
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Formats how old an instant is, such as `3 days old`. */
function renderAge(at: string, now: number): string {
  const age = Math.max(0, now - Date.parse(at));
  for (const [unit, length] of units) {
    const count = Math.floor(age / length);
    if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"} old`;
  }
  return "less than a minute old";
}

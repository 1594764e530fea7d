import { type GapId, gapOf } from "@journey-kit/schemas/gaps";
import type { PresetName } from "@journey-kit/schemas/profile";
import type { GapFinding } from "./finding.ts";

/** What `journey-sim --profile` and `createSimulator({ profile })` load. */
export interface ProfileFile {
  readonly preset: PresetName;
  readonly readings: { readonly [Id in GapId]?: string };
}

/**
 * Writes findings down as a profile: `specified`, with every reading that was shown. Where readings were ruled out and
 * more than one is left, it takes the one of `specified`, or else the first that is left.
 */
export const toProfileFile = (findings: readonly GapFinding[]): ProfileFile => ({
  preset: "specified",
  readings: Object.fromEntries(
    findings.flatMap(({ gap, verdict, possible: [first = "", ...more] }) => {
      const isLeft = [first, ...more].includes(gapOf(gap).specified);
      if (verdict === "shown") return [[gap, first]];
      return verdict === "narrowed" && !isLeft ? [[gap, first]] : [];
    }),
  ),
});

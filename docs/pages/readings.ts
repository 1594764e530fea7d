import { type GapId, gapIds, gapOf, type Profile, presets, resolveProfile } from "@journey-kit/schemas/tables";

/** Lists the gaps of which a reading changes a description of behaviour. Everything else follows `specified`. */
export const listGapsThatChange = (describe: (profile: Profile) => string): readonly GapId[] =>
  gapIds.filter((id) =>
    comparisons.some(({ gap, before, after }) => gap === id && describe(before) !== describe(after)),
  );

/** For each reading, a profile with the reading and a profile that differs only in that reading. */
const comparisons = gapIds.flatMap((gap) =>
  Object.keys(gapOf(gap).options).map((reading) => {
    const required = Object.entries(gapOf(gap).requires?.[reading] ?? {}).map(([other, [first]]) => [other, first]);
    const base: Readonly<Record<string, string | undefined>> = Object.fromEntries(required);
    const before = required.length === 0 ? presets.specified : toProfile(base);
    return { gap, before, after: toProfile({ ...base, [gap]: reading }) };
  }),
);

// The register contains the readings, so `resolveProfile` accepts them.
function toProfile(readings: Readonly<Record<string, string | undefined>>): Profile {
  return resolveProfile({ readings } as Parameters<typeof resolveProfile>[0]);
}

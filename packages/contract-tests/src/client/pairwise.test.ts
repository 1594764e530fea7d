import { gapOf, type Profile, ProfileError, presets, type Readings, resolveProfile } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { switchableGaps } from "../service/readings.ts";
import { pairwiseProfiles } from "./pairwise.ts";

/** Converts readings to strings such as `fetch-status=created`. */
const keysOf = (readings: Readings) => Object.entries(readings).map(([id, reading]) => `${id}=${reading}`);

/** Every reading of every gap that has more than one. */
const singles = switchableGaps.flatMap((id) =>
  Object.keys(gapOf(id).options).map((reading): Readings => ({ [id]: reading })),
);

const gapCount = (readings: Readings) => Object.keys(readings).length;

/** Whether some valid profile contains a combination of readings. */
function isAllowed(readings: Readings): boolean {
  const needs = switchableGaps.flatMap((id) => Object.values(gapOf(id).requires ?? {}));
  const free = [...new Set(needs.flatMap((others) => Object.keys(others)))].filter(
    (id) => !Object.hasOwn(readings, id),
  );
  const tries = free.reduce<readonly Readings[]>(
    (all, id) =>
      all.flatMap((one) =>
        Object.keys(gapOf(id as keyof Profile).options).map((reading) => ({ ...one, [id]: reading })),
      ),
    [readings],
  );
  return tries.some((one) => {
    try {
      return resolveProfile({ readings: one }) !== undefined;
    } catch (error) {
      if (error instanceof ProfileError) return false;
      throw error;
    }
  });
}

const pairs = singles
  .flatMap((one, i) => singles.slice(i).map((other) => ({ ...one, ...other })))
  .filter((pair) => gapCount(pair) === 2);

test("each valid pair of readings occurs in at least one profile (spec 2 to 9)", () => {
  const cover = pairwiseProfiles().map((profile) => new Set(keysOf(profile)));
  const missing = pairs.filter((pair) => !cover.some((shown) => keysOf(pair).every((key) => shown.has(key))));
  expect(missing.filter(isAllowed)).toEqual([]);
  expect(missing).toEqual([
    { "interaction-token": "end-user", "device-start": "absent" },
    { paused: "in-review", "refer-ends-journey": "yes" },
    { "evaluation-timing": "at-end", "refer-between-segments": "ends" },
  ]);
});

test("returns the same profiles every time, at most 30, including both presets (spec 2 to 9)", () => {
  const cover = pairwiseProfiles();
  expect(cover.length).toBeLessThanOrEqual(30);
  expect(pairwiseProfiles()).toEqual(cover);
  expect(cover).toEqual(expect.arrayContaining([presets.specified, presets.observed]));
});

test("every reading occurs in several profiles, and every profile is valid (spec 2 to 9)", () => {
  const cover = pairwiseProfiles();
  for (const profile of cover) expect(resolveProfile({ readings: profile })).toEqual(profile);
  for (const [reading] of singles.map(keysOf)) {
    const shown = cover.filter((profile) => keysOf(profile).includes(reading ?? ""));
    expect([reading, shown.length > 2]).toEqual([reading, true]);
  }
});

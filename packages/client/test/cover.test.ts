import {
  type GapId,
  gapIds,
  gapOf,
  isSwitchable,
  ProfileError,
  type ProfileInput,
  type Readings,
  resolveProfile,
} from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough, sample } from "../../../vitest.shared.ts";
import { builtIn, type RunOptions, run, toSubject } from "./program.ts";
import { createTestWorld } from "./world.ts";

const all = [...builtIn, ...builtIn.map((journey) => `${journey}-v1`)];

/** To save time, the tests of many profiles run only the journey that collects every element. */
const most = isThorough ? all : all.filter((journey) => journey.startsWith("full-kyc"));

/** Runs journeys under a profile, each in a separate world, and returns the outcomes. */
const runAll = (journeys: readonly string[], profile: ProfileInput, options?: RunOptions) =>
  Promise.all(
    journeys.map(async (journey) => {
      const { outcome, steps } = await run(createTestWorld({ profile }).client, journey, options);
      return { journey, outcome, hasSteps: steps.length > 0 };
    }),
  );

/** Returns the expected outcomes. A v1 outcome is unknown under one reading of gap `v1-outcome-place`. */
const expected = (journeys: readonly string[], profile: ProfileInput, outcome: string, isNamed = false) => {
  const readings = resolveProfile(profile);
  return journeys.map((journey) => {
    const isShown = !journey.endsWith("-v1") || readings["v1-outcome-place"] !== "absent";
    const decided = journey.startsWith("age-check") && !isNamed ? "accept" : outcome; // this journey collects no name
    return { journey, outcome: isShown || decided === "failed" ? decided : "unknown" };
  });
};

const plain = (results: Awaited<ReturnType<typeof runAll>>) =>
  results.map(({ journey, outcome }) => ({ journey, outcome }));

test.each(["specified", "observed"] as const)(
  "one short program runs every v1 and v2 journey under the profile %s (spec 3.2, 3.3)",
  async (profile) => {
    const results = await runAll(all, profile);
    expect(plain(results)).toEqual(expected(all, profile, "accept"));
    expect(results.every(({ hasSteps }) => hasSteps)).toBe(true);
    expect(plain(await runAll(all, profile, { lastName: "Testreject" }))).toEqual(expected(all, profile, "reject"));
    expect(plain(await runAll(all, profile, { lastName: "Testfail" }))).toEqual(expected(all, profile, "failed"));
  },
);

const alone = gapIds
  .filter(isSwitchable)
  .flatMap((id) => Object.keys(gapOf(id).options).map((reading) => ({ id, reading })))
  .filter(({ id, reading }) => gapOf(id).specified !== reading);

/** Returns a reading and the other readings that it requires. */
const withRequired = (id: GapId, reading: string): Readings => ({
  ...Object.fromEntries(
    Object.entries(gapOf(id).requires?.[reading] ?? {}).map(([other, accepted]) => [other, accepted[0]]),
  ),
  [id]: reading,
});

test("one short program completes v1 and v2 journeys under readings that the profile `specified` does not contain", async () => {
  const some = sample(alone, 12); // the test of random profiles covers the rest
  for (const { id, reading } of some) {
    const profile = { readings: withRequired(id, reading) };
    expect({ id, reading, results: plain(await runAll(most, profile)) }).toEqual({
      id,
      reading,
      results: expected(most, profile, "accept"),
    });
  }
  expect(alone.length).toBeGreaterThan(80);
});

/** Generates valid profiles: one reading for each gap, plus the required readings. */
const anyProfile = fc
  .record(
    Object.fromEntries(
      gapIds.filter(isSwitchable).map((id) => [id, fc.constantFrom(...Object.keys(gapOf(id).options))]),
    ),
  )
  .map((readings) => readings as Readings) // each value is a reading of its gap
  .filter(isAllowed);

function isAllowed(readings: Readings): boolean {
  try {
    resolveProfile({ readings });
    return true;
  } catch (error) {
    if (error instanceof ProfileError) return false;
    throw error;
  }
}

const elements = ["FullName", "DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"];

/** Generates runs with random prefill and a random last name. Some leave out the optional element. */
const anyOptions = fc.record({
  lastName: fc.constantFrom("Lovelace", "Testreject"),
  without: fc.constantFrom([], ["SSN"]),
  prefilled: fc.subarray(elements),
});

/**
 * No client can complete an interaction with only optional elements if the user skips them all, and if the service
 * refuses both a submit without participants and a participant without data.
 */
const isImpossible = (readings: Readings, without: readonly string[]): boolean =>
  without.length > 0 &&
  readings["prefill-covers"] === "all" &&
  readings["optional-absent"] === "refused" &&
  readings["participants-omitted"] === "refused";

const runs = isThorough ? 150 : 5;

test(`one short program completes v1 and v2 journeys under ${runs} random profiles, with random prefill`, async () => {
  await fc.assert(
    fc.asyncProperty(anyProfile, anyOptions, async (readings, { prefilled, ...options }) => {
      const outcome = options.lastName === "Lovelace" ? "accept" : "reject";
      const prefill = toSubject(options.lastName, prefilled);
      fc.pre(!isImpossible(readings, options.without));
      expect(plain(await runAll(most, { readings }, { ...options, prefill }))).toEqual(
        expected(most, { readings }, outcome, prefilled.includes("FullName")),
      );
    }),
    { numRuns: runs },
  );
});

test("a run that cannot continue throws an error that names the skipped element (gaps prefill-covers, optional-absent)", async () => {
  const readings = { "prefill-covers": "all", "optional-absent": "refused" } as const;
  const prefill = toSubject(
    "Lovelace",
    elements.filter((name) => name !== "SSN"),
  );
  const { client } = createTestWorld({ profile: { readings } });
  await expect(run(client, "full-kyc", { without: ["SSN"], prefill })).rejects.toThrow(/stays open.*SSN/);
});

test("a run that skips an optional element completes an interaction whose required elements are prefilled (gaps prefill-covers, outstanding-scope)", async () => {
  const profile = { readings: { "prefill-covers": "all", "outstanding-scope": "required" } } as const;
  const prefilled = elements.filter((name) => name !== "SSN" && name !== "Selfie");
  const options = { without: ["SSN"], prefill: toSubject("Lovelace", prefilled) };
  expect(plain(await runAll(builtIn, profile, options))).toEqual(expected(builtIn, profile, "accept", true));
});

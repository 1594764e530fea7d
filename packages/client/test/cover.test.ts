import { type GapId, gapIds, gapOf, isSwitchable } from "@journey-kit/schemas/gaps";
import { type ProfileChoice, ProfileError, type Readings, resolveProfile } from "@journey-kit/schemas/profile";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../vitest.shared.ts";
import { type RunOptions, run, shipped, toSubject } from "./program.ts";
import { createTestWorld } from "./world.ts";

const all = [...shipped, ...shipped.map((journey) => `${journey}-v1`)];

/** The journey that collects every element represents the others in runs of many profiles. */
const most = isThorough ? all : all.filter((journey) => journey.startsWith("full-kyc"));

/** The outcomes of the shipped journeys under a profile, each in its own world. */
const runAll = (journeys: readonly string[], profile: ProfileChoice, options?: RunOptions) =>
  Promise.all(
    journeys.map(async (journey) => {
      const { outcome, steps } = await run(createTestWorld({ profile }).client, journey, options);
      return { journey, outcome, hasSteps: steps.length > 0 };
    }),
  );

/** The expected outcome; unknown for v1 under one reading of gap `v1-outcome-place`. */
const expected = (journeys: readonly string[], profile: ProfileChoice, outcome: string, isNamed = false) => {
  const readings = resolveProfile(profile);
  return journeys.map((journey) => {
    const isTold = !journey.endsWith("-v1") || readings["v1-outcome-place"] !== "absent";
    const decided = journey.startsWith("age-check") && !isNamed ? "accept" : outcome; // it collects no name
    return { journey, outcome: isTold || decided === "failed" ? decided : "unknown" };
  });
};

const plain = (results: Awaited<ReturnType<typeof runAll>>) =>
  results.map(({ journey, outcome }) => ({ journey, outcome }));

test.each(["specified", "observed"] as const)(
  "the same 30 lines run every shipped journey of both generations under %s (spec 3.2, 3.3)",
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

/** Other readings that a reading requires. */
const withRequired = (id: GapId, reading: string): Readings => ({
  ...Object.fromEntries(
    Object.entries(gapOf(id).requires?.[reading] ?? {}).map(([other, accepted]) => [other, accepted[0]]),
  ),
  [id]: reading,
});

test("the same 30 lines run every journey with each other reading changed on its own", async () => {
  const some = isThorough ? alone : alone.filter((_, i) => i % 3 === 0); // the random profiles below cover the others
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

/** Any valid profile: one reading for each gap, plus required readings. */
const anyProfile = fc
  .record(
    Object.fromEntries(
      gapIds.filter(isSwitchable).map((id) => [id, fc.constantFrom(...Object.keys(gapOf(id).options))]),
    ),
  )
  .map((readings) => readings as Readings) // each key has one of its own options
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

/** A random person, partly prefilled, who may withhold the optional element. */
const anyOptions = fc.record({
  lastName: fc.constantFrom("Lovelace", "Testreject"),
  without: fc.constantFrom([], ["SSN"]),
  prefilled: fc.subarray(elements),
});

/**
 * No client can pass an interaction with only optional elements, and withhold them, if the service accepts neither an
 * empty submit nor one that names an element without data.
 */
const isImpossible = (readings: Readings, without: readonly string[]): boolean =>
  without.length > 0 &&
  readings["prefill-covers"] === "all" &&
  readings["optional-absent"] === "refused" &&
  readings["participants-omitted"] === "refused";

const runs = isThorough ? 300 : 25;

test(`the same 30 lines run every journey under ${runs} random profiles, whatever is prefilled`, async () => {
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

test("a program that cannot continue rejects instead of hanging (gaps prefill-covers, optional-absent)", async () => {
  const readings = { "prefill-covers": "all", "optional-absent": "refused" } as const;
  const prefill = toSubject(
    "Lovelace",
    elements.filter((name) => name !== "SSN"),
  );
  const { client } = createTestWorld({ profile: { readings } });
  await expect(run(client, "full-kyc", { without: ["SSN"], prefill })).rejects.toThrow(/stays open.*SSN/);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { type SomeReadings, toProfile } from "../service/readings.ts";
import { minimise } from "./causes.ts";
import { pairwiseProfiles } from "./pairwise.ts";

const cover = pairwiseProfiles().slice(1);

test("within 60 tries, finds the one or two readings that cause a failure (spec 2 to 9)", async () => {
  const two = fc.constantFrom(...cover).chain((profile) => {
    const entries = Object.entries(profile);
    return fc.record({ profile: fc.constant(profile), breaking: fc.subarray(entries, { minLength: 1, maxLength: 2 }) });
  });
  await fc.assert(
    fc.asyncProperty(two, async ({ profile, breaking }) => {
      const causes: SomeReadings = Object.fromEntries(breaking);
      fc.pre(toProfile(causes) !== undefined);
      let tries = 0;
      const found = await minimise(profile, async (readings) => {
        tries += 1;
        return breaking.every(([id, reading]) => readings[id] === reading);
      });
      expect(found).toEqual(causes);
      expect(tries).toBeLessThan(60);
    }),
    { numRuns: 100 },
  );
});

test("keeps the readings that the failing reading requires, and returns no readings if every profile fails (spec 3.1)", async () => {
  const needy = { paused: "in-review", "refer-ends-journey": "no", "submit-status": "created" };
  const found = await minimise(needy, async ({ paused }) => paused === "in-review");
  expect(found).toEqual({ paused: "in-review", "refer-ends-journey": "no" });
  expect(await minimise(needy, async () => true)).toEqual({});
});

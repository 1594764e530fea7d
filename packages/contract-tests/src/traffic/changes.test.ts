import { resolveProfile } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { foundGap, severalGap, unknownGap, untouchedGap } from "../../test/traffic-report.ts";
import { compareProfile, type EarlierProfile, knownReadings, updateProfile } from "./changes.ts";

const before = "2025-12-29T11:00:00.000Z";
const now = Date.UTC(2026, 0, 1, 12);
const observed = (status: "found" | "several", ...possible: string[]) => ({
  ...{ status, possible, texts: ["#3: seen"] },
  ...{ firstAt: before, lastAt: before },
});

const earlier: EarlierProfile = {
  preset: "specified",
  readings: { "token-lifetime": "3600s", "rate-limit": "none", "grant-by-client": "either" },
  evidence: {
    "token-lifetime": observed("found", "3600s"),
    "rate-limit": observed("found", "none"),
    "grant-by-client": observed("several", "either", "password"),
  },
};

test("names the gaps with another reading than before, and when each reading was seen", () => {
  const { changed, confirmed } = compareProfile(earlier, [foundGap, severalGap], now);
  expect(changed).toEqual([
    { gap: "token-lifetime", before: ["3600s"], now: ["300s"], beforeAt: before, nowAt: foundGap.firstAt },
  ]);
  expect(confirmed).toEqual(["grant-by-client"]);
});

test("a gap that fits no reading any more has changed", () => {
  const contradicted = { ...foundGap, status: "contradicts", possible: [] } as const;
  expect(compareProfile(earlier, [contradicted], now).changed).toMatchObject([{ before: ["3600s"], now: [] }]);
});

test.each([
  [3 * 86_400_000, "3 days old"],
  [86_400_000, "1 day old"],
  [86_399_999, "23 hours old"],
  [3_599_999, "59 minutes old"],
  [59_999, "less than a minute old"],
  [-1, "less than a minute old"],
])("says of what the traffic does not show that its evidence is, after %i ms, %s", (age, expected) => {
  const { notShown } = compareProfile(earlier, [unknownGap], Date.parse(before) + age);
  expect(notShown).toEqual([{ gap: "rate-limit", possible: ["none"], lastAt: before, age: expected }]);
});

test("compares also with readings for which the profile has no evidence, and ignores gaps that it does not name", () => {
  const written = { readings: { "token-lifetime": "60s", "rate-limit": "none" } };
  const { changed, notShown } = compareProfile(written, [foundGap, severalGap, unknownGap, untouchedGap], now);
  expect(changed).toMatchObject([{ gap: "token-lifetime", before: ["60s"], beforeAt: undefined }]);
  expect(notShown).toEqual([{ gap: "rate-limit", possible: ["none"], lastAt: undefined, age: undefined }]);
});

test("a profile is sure of a reading unless others fit as well", () => {
  expect(knownReadings(earlier)).toEqual({ "token-lifetime": "3600s", "rate-limit": "none" });
  expect(knownReadings({ readings: { paused: "absent" } })).toEqual({ paused: "absent" });
});

test("an updated profile has the new readings, and keeps what the traffic did not show again", () => {
  const updated = updateProfile(earlier, [foundGap, severalGap, unknownGap, untouchedGap]);
  expect(updated.readings).toEqual({ "token-lifetime": "300s", "rate-limit": "none" });
  expect(updated.evidence).toEqual({
    "token-lifetime": {
      ...{ status: "found", possible: ["300s"], texts: foundGap.evidence },
      ...{ firstAt: foundGap.firstAt, lastAt: foundGap.lastAt },
    },
    "grant-by-client": {
      ...{ status: "several", possible: severalGap.possible, texts: severalGap.evidence },
      ...{ firstAt: before, lastAt: severalGap.lastAt }, // the same reading since then
    },
    "rate-limit": earlier.evidence?.["rate-limit"],
  });
  expect(resolveProfile({ readings: updated.readings } as object)).toMatchObject({ "token-lifetime": "300s" });
});

test("an updated profile keeps the readings of a preset that the traffic does not show", () => {
  const { preset, readings } = updateProfile({ preset: "observed" }, [foundGap]);
  expect(preset).toBe("specified");
  const { "token-lifetime": lifetime, ...others } = resolveProfile({ readings } as object);
  const { "token-lifetime": _, ...expected } = resolveProfile("observed");
  expect([lifetime, others]).toEqual(["300s", expected]);
});

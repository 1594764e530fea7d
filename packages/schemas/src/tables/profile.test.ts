import { expect, test } from "vitest";
import { gapIds, gapOf } from "./gaps/index.ts";
import { type PresetName, ProfileError, presets, type Readings, resolveProfile } from "./profile.ts";

/** Treats untyped JSON as readings. */
const untyped = (readings: Readonly<Record<string, unknown>>) => readings as Readings; // JSON can contain anything

test.each(["specified", "observed"] as const)("the preset `%s` resolves to one valid reading for every gap", (name) => {
  const profile = resolveProfile(name);
  expect(profile).toEqual(presets[name]);
  expect(Object.keys(profile)).toEqual(gapIds);
  for (const id of gapIds) expect(Object.keys(gapOf(id).options)).toContain(profile[id]);
});

test("defaults to the preset `specified`", () => {
  expect(resolveProfile()).toEqual(presets.specified);
  expect(resolveProfile({})).toEqual(presets.specified);
  expect(resolveProfile({ readings: {} })).toEqual(presets.specified);
});

test("overriding the reading of one gap leaves the other gaps unchanged", () => {
  const profile = resolveProfile({ preset: "observed", readings: { "version-omitted": "refused" } });
  expect(profile).toEqual({ ...presets.observed, "version-omitted": "refused" });
});

test("a resolved profile is frozen", () => {
  expect(Object.isFrozen(resolveProfile())).toBe(true);
  expect(Object.isFrozen(resolveProfile({ readings: { "submit-status": "created" } }))).toBe(true);
});

test("refuses an unknown preset and quotes its name", () => {
  for (const name of ["literal", "constructor"]) {
    const preset = name as PresetName; // JSON can contain anything
    expect(() => resolveProfile(preset)).toThrow(new ProfileError(`Unknown preset "${name}".`));
    expect(() => resolveProfile({ preset })).toThrow(new ProfileError(`Unknown preset "${name}".`));
  }
});

test("refuses an unknown gap and reports its path", () => {
  for (const id of ["submit-stat", "toString"]) {
    const expected = new ProfileError(`readings.${id}: unknown gap.`);
    expect(() => resolveProfile({ readings: untyped({ [id]: "ok" }) })).toThrow(expected);
  }
});

test("refuses an unknown reading and lists the valid readings", () => {
  const expected = new ProfileError("readings.submit-status: expected one of ok, created.");
  for (const reading of ["accepted", "constructor", 200, null]) {
    expect(() => resolveProfile({ readings: untyped({ "submit-status": reading }) })).toThrow(expected);
  }
});

test("refuses a reading if another reading that it requires is not set, and names both gaps", () => {
  expect(() => resolveProfile({ readings: { paused: "in-review" } })).toThrow(
    new ProfileError(`readings.paused: "in-review" requires "refer-ends-journey" to be "no".`),
  );
  expect(() => resolveProfile({ readings: { "interaction-token": "end-user", "device-start": "absent" } })).toThrow(
    new ProfileError(
      `readings.interaction-token: "end-user" requires "device-start" to be "device" or "journey-device".`,
    ),
  );
});

test("accepts a reading if the preset or an override sets the reading that it requires", () => {
  expect(resolveProfile({ readings: { paused: "in-review", "refer-ends-journey": "no" } }).paused).toBe("in-review");
  expect(resolveProfile({ preset: "observed", readings: { paused: "in-review" } }).paused).toBe("in-review");
  const readings = { "interaction-token": "end-user", "device-start": "journey-device" } as const;
  expect(resolveProfile({ readings })["interaction-token"]).toBe("end-user");
});

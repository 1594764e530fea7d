import { expect, test } from "vitest";
import { gapIds, gapOf } from "./gaps/index.ts";
import { type PresetName, ProfileError, presets, type Readings, resolveProfile } from "./profile.ts";

/** Readings as an untyped file holds them. */
const untyped = (readings: Readonly<Record<string, unknown>>) => readings as Readings; // what JSON may hold

test.each(["specified", "observed"] as const)("the preset %s resolves, and decides every gap", (name) => {
  const profile = resolveProfile(name);
  expect(profile).toEqual(presets[name]);
  expect(Object.keys(profile)).toEqual(gapIds);
  for (const id of gapIds) expect(Object.keys(gapOf(id).options)).toContain(profile[id]);
});

test("nothing chosen is the specification as it is read literally", () => {
  expect(resolveProfile()).toEqual(presets.specified);
  expect(resolveProfile({})).toEqual(presets.specified);
  expect(resolveProfile({ readings: {} })).toEqual(presets.specified);
});

test("a reading replaces that of its preset and no other", () => {
  const profile = resolveProfile({ preset: "observed", readings: { "version-omitted": "refused" } });
  expect(profile).toEqual({ ...presets.observed, "version-omitted": "refused" });
});

test("a resolved profile does not change any more", () => {
  expect(Object.isFrozen(resolveProfile())).toBe(true);
  expect(Object.isFrozen(resolveProfile({ readings: { "submit-status": "created" } }))).toBe(true);
});

test("refuses a preset that does not exist, by its name", () => {
  for (const name of ["literal", "constructor"]) {
    const preset = name as PresetName; // what JSON may hold
    expect(() => resolveProfile(preset)).toThrow(new ProfileError(`There is no preset "${name}".`));
    expect(() => resolveProfile({ preset })).toThrow(new ProfileError(`There is no preset "${name}".`));
  }
});

test("refuses a gap that does not exist, by its name", () => {
  for (const id of ["submit-stat", "toString"]) {
    const expected = new ProfileError(`readings.${id}: there is no such gap.`);
    expect(() => resolveProfile({ readings: untyped({ [id]: "ok" }) })).toThrow(expected);
  }
});

test("refuses a reading that a gap does not have, and names those that it has", () => {
  const expected = new ProfileError("readings.submit-status: expected one of ok, created.");
  for (const reading of ["accepted", "constructor", 200, null]) {
    expect(() => resolveProfile({ readings: untyped({ "submit-status": reading }) })).toThrow(expected);
  }
});

test("refuses a reading without another that it needs, and names both", () => {
  expect(() => resolveProfile({ readings: { paused: "in-review" } })).toThrow(
    new ProfileError("readings.paused: in-review needs refer-ends-journey to be no."),
  );
  expect(() => resolveProfile({ readings: { "interaction-token": "end-user", "device-start": "absent" } })).toThrow(
    new ProfileError("readings.interaction-token: end-user needs device-start to be device or journey-device."),
  );
});

test("takes a reading beside the one that it needs, whichever of the two is chosen", () => {
  expect(resolveProfile({ readings: { paused: "in-review", "refer-ends-journey": "no" } }).paused).toBe("in-review");
  expect(resolveProfile({ preset: "observed", readings: { paused: "in-review" } }).paused).toBe("in-review");
  const readings = { "interaction-token": "end-user", "device-start": "journey-device" } as const;
  expect(resolveProfile({ readings })["interaction-token"]).toBe("end-user");
});

import { WorldSnapshot } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { type Conversion, convertSnapshot } from "./convert-snapshot.ts";

const snapshot = (version: unknown) => ({ format: "journey-snapshot", version, world: "acme" });
/** Adds its name to a list, so that a test sees the order of conversions. */
const adding =
  (name: string): Conversion =>
  (one) => ({ ...one, steps: `${one.steps ?? ""}${name}` });

test("a snapshot is converted by every step from its version, in order", () => {
  const steps = [adding("a"), adding("b"), adding("c")];
  expect(convertSnapshot(snapshot(1), steps)).toEqual({ ...snapshot(4), steps: "abc" });
  expect(convertSnapshot(snapshot(3), steps)).toEqual({ ...snapshot(4), steps: "c" });
  expect(convertSnapshot(snapshot(4), steps)).toEqual(snapshot(4));
});

test("the steps lead to the version of the schema", () => {
  const { value } = WorldSnapshot.shape.version;
  expect(convertSnapshot(snapshot(1))).toMatchObject({ version: value });
  expect(() => convertSnapshot(snapshot(value + 1))).toThrow(`This one reads versions up to ${value}.`);
});

const damaged: Conversion = ({ instances }) => ({ first: (instances as readonly unknown[]).length }); // none in the sample

test.each([
  [snapshot(3), "version: a newer version of Journey Kit wrote this file, in version 3 of the file format."],
  [snapshot(0), "version: expected a whole number from 1 to 2."],
  [snapshot("1"), "version: expected a whole number from 1 to 2."],
  [snapshot(undefined), "version: expected a whole number from 1 to 2."],
  [snapshot(1), "body: cannot be converted from version 1 of the file format."],
  [{ ...snapshot(1), format: "har" }, 'format: expected "journey-snapshot". This is not a saved world.'],
  [[], "body: not a saved world."],
  [undefined, "body: not a saved world."],
])("refuses what cannot be converted (case %#)", (input, problem) => {
  expect(() => convertSnapshot(input, [damaged])).toThrow(problem);
});

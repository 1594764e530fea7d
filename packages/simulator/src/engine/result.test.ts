import { presets } from "@journey-kit/schemas/profile";
import { expect, test } from "vitest";
import { createRecorder } from "./result.ts";

test("the basis contains a reading once, and only if it is consulted", () => {
  const recorder = createRecorder(presets.specified);
  expect(recorder.basis().ids).toEqual([]);
  expect(recorder.reading("retention")).toBe(presets.specified.retention);
  recorder.reading("retention");
  recorder.addBasis("progress-by-polling");
  expect(recorder.basis().ids).toEqual([`retention=${presets.specified.retention}`, "progress-by-polling"]);
});

test("the basis contains the pinned readings of an instance and the readings of its world", () => {
  const recorder = createRecorder({ ...presets.specified, retention: "never" });
  const pinned = recorder.pinned({ retention: "after-a-day" });
  expect([pinned.reading("retention"), recorder.reading("retention")]).toEqual(["after-a-day", "never"]);
  expect(recorder.basis().ids).toEqual(["retention=after-a-day", "retention=never"]);
});

import { presets, type RuleId, ruleIds } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRecorder } from "./result.ts";

test("the basis of a response contains a reading once, and only if the reading is consulted", () => {
  const recorder = createRecorder(presets.specified);
  expect(recorder.basis().ids).toEqual([]);
  expect(recorder.reading("retention")).toBe(presets.specified.retention);
  recorder.reading("retention");
  recorder.addBasis("progress-by-polling");
  expect(recorder.basis().ids).toEqual([`retention=${presets.specified.retention}`, "progress-by-polling"]);
});

test("the basis of a response contains readings that an instance has stored and readings of its world", () => {
  const recorder = createRecorder({ ...presets.specified, retention: "never" });
  const pinned = recorder.pinned({ retention: "after-a-day" });
  expect([pinned.reading("retention"), recorder.reading("retention")]).toEqual(["after-a-day", "never"]);
  expect(recorder.basis().ids).toEqual(["retention=after-a-day", "retention=never"]);
});

test("equal basis lists share one object until 10,000 lists are cached", () => {
  const record = (...rules: readonly RuleId[]) => {
    const recorder = createRecorder(presets.specified);
    recorder.addBasis(...rules);
    return recorder.basis();
  };
  const [one, two, three] = ["progress-by-polling", "post-only", "request-id-always"] as const;
  const list = record(one, two, three);
  expect(record(one, two, three)).toBe(list);
  expect(record(one, two, one, three)).toBe(list);
  const pairs = ruleIds.flatMap((first) => ruleIds.map((second) => [first, second] as const));
  expect(pairs.length).toBeGreaterThan(10_000);
  for (const pair of pairs) record(...pair);
  expect(record(one, two, three)).not.toBe(list);
  expect(record(one, two, three).ids).toEqual(list.ids);
});

test("a recorder can restore the basis of another recorder and add to it", () => {
  const [first, second] = [createRecorder(presets.specified), createRecorder(presets.specified)];
  first.addBasis("progress-by-polling");
  second.addBasis("post-only");
  second.restore(first.basis());
  second.addBasis("request-id-always");
  expect(second.basis().text).toBe("progress-by-polling, request-id-always");
  expect(first.basis().text).toBe("progress-by-polling");
});

test("the basis contains all recorded rules in order, each once", () => {
  const recorded = fc.array(fc.constantFrom(...ruleIds), { minLength: 10, maxLength: 40 });
  fc.assert(
    fc.property(recorded, (rules) => {
      const recorder = createRecorder(presets.specified);
      for (const rule of rules) recorder.addBasis(rule);
      expect(recorder.basis().ids).toEqual([...new Set(rules)]);
      expect(recorder.basis().text).toBe([...new Set(rules)].join(", "));
    }),
    { numRuns: 1_000 },
  );
});

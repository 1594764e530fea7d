import { presets, type RuleId, ruleIds } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createCitations } from "./result.ts";

test("the basis of a response contains a reading once, and only if the reading is consulted", () => {
  const citations = createCitations(presets.specified);
  expect(citations.basis().ids).toEqual([]);
  expect(citations.choose("retention")).toBe(presets.specified.retention);
  citations.choose("retention");
  citations.cite("progress-by-polling");
  expect(citations.basis().ids).toEqual([`retention=${presets.specified.retention}`, "progress-by-polling"]);
});

test("the basis of a response contains readings that an instance has stored and readings of its world", () => {
  const citations = createCitations({ ...presets.specified, retention: "never" });
  const pinned = citations.under({ retention: "after-a-day" });
  expect([pinned.choose("retention"), citations.choose("retention")]).toEqual(["after-a-day", "never"]);
  expect(citations.basis().ids).toEqual(["retention=after-a-day", "retention=never"]);
});

test("equal basis lists share one object until 10,000 lists are cached", () => {
  const record = (...rules: readonly RuleId[]) => {
    const citations = createCitations(presets.specified);
    citations.cite(...rules);
    return citations.basis();
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

test("a list of citations can continue the basis of another list", () => {
  const [first, second] = [createCitations(presets.specified), createCitations(presets.specified)];
  first.cite("progress-by-polling");
  second.cite("post-only");
  second.restore(first.basis());
  second.cite("request-id-always");
  expect(second.basis().text).toBe("progress-by-polling, request-id-always");
  expect(first.basis().text).toBe("progress-by-polling");
});

test("the basis contains all recorded rules in order, each once", () => {
  const recorded = fc.array(fc.constantFrom(...ruleIds), { minLength: 10, maxLength: 40 });
  fc.assert(
    fc.property(recorded, (rules) => {
      const citations = createCitations(presets.specified);
      for (const rule of rules) citations.cite(rule);
      expect(citations.basis().ids).toEqual([...new Set(rules)]);
      expect(citations.basis().text).toBe([...new Set(rules)].join(", "));
    }),
    { numRuns: 1_000 },
  );
});

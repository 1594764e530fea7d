import { endpointNames } from "@journey-kit/schemas/endpoints";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countersOf, type FaultAction, type FaultHit, type FaultPlan, type Target, toFaultHit } from "./fault.ts";

const fetchOf = (ordinal: number): Target => ({ endpoint: "v2.fetchState", instance: `instance-${ordinal}`, ordinal });

/** Applies a plan to consecutive requests and returns the hits. */
function run(plan: FaultPlan, targets: readonly Target[], seed = 1): readonly FaultHit[] {
  const counts = new Map<string, number>();
  return targets.flatMap((target) => {
    const counters = countersOf(plan, target);
    for (const counter of counters) counts.set(counter, (counts.get(counter) ?? 0) + 1);
    const seen = new Map(counters.map((counter) => [counter, counts.get(counter) ?? 0]));
    return toFaultHit(plan, seed, target, seen) ?? [];
  });
}

const lose = { type: "dropResponse" } as const;

test("`nth` counts the requests to each endpoint for each instance separately", () => {
  const plan: FaultPlan = { rules: [{ when: { nth: 2 }, then: lose }] };
  const struck = run(plan, [fetchOf(1), fetchOf(2), fetchOf(1), fetchOf(1), fetchOf(2)]);
  expect(struck.map(({ instance, call }) => [instance, call])).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

test("`every` hits every n-th request", () => {
  const plan: FaultPlan = { rules: [{ when: { every: 3 }, then: lose }] };
  expect(run(plan, Array<Target>(10).fill(fetchOf(1))).map(({ call }) => call)).toEqual([3, 6, 9]);
});

test("a rule without `nth` or `every` hits every request to its endpoint and instance, and has no counter", () => {
  for (const when of [
    { endpoint: "v2.fetchState" as const, instance: "instance-1" },
    { endpoint: "v2.fetchState" as const, ordinal: 1 },
  ]) {
    const plan: FaultPlan = { rules: [{ when, then: lose }] };
    const start: Target = { endpoint: "v2.startJourney", instance: undefined, ordinal: 0 };
    expect(run(plan, [start, fetchOf(2), fetchOf(1)])).toEqual([
      { rule: "rules[0]", endpoint: "v2.fetchState", instance: 1, action: lose },
    ]);
    expect(countersOf(plan, fetchOf(1))).toEqual([]);
  }
});

test("the first rule whose conditions hold applies, and the other rules continue to count requests", () => {
  const plan: FaultPlan = {
    rules: [
      { id: "first", when: { nth: 1 }, then: { type: "resetConnection" } },
      { id: "second", when: { nth: 2 }, then: lose },
      { id: "rest", when: {}, then: { type: "invalidJson" } },
    ],
  };
  expect(run(plan, Array<Target>(3).fill(fetchOf(1))).map(({ rule }) => rule)).toEqual(["first", "second", "rest"]);
});

test("a token fault never hits a hosted page, which requires no token", () => {
  const plan: FaultPlan = { rules: [{ when: {}, then: { type: "expireToken" } }] };
  expect(run(plan, [{ endpoint: "hosted.showPage", instance: "instance-1", ordinal: 1 }])).toEqual([]);
  expect(run(plan, [fetchOf(1)])).toHaveLength(1);
});

test.each([0.01, 0.25, 0.5, 0.9])(
  "with a probability of %d, the share of hits in 10,000 requests is within 1.5 percentage points",
  (probability) => {
    const plan: FaultPlan = { rules: [{ when: { probability }, then: lose }] };
    for (const seed of [1, 2, 3]) {
      const share = run(plan, Array<Target>(10_000).fill(fetchOf(1)), seed).length / 10_000;
      expect(Math.abs(share - probability)).toBeLessThan(0.015);
    }
  },
);

test("a probability of 0 hits no request, and a probability of 1 hits every request", () => {
  const calls = Array<Target>(1_000).fill(fetchOf(1));
  expect(run({ rules: [{ when: { probability: 0 }, then: lose }] }, calls)).toEqual([]);
  expect(run({ rules: [{ when: { probability: 1 }, then: lose }] }, calls)).toHaveLength(1_000);
});

const targets = fc.array(
  fc
    .record({ endpoint: fc.constantFrom(...endpointNames), ordinal: fc.integer({ min: 1, max: 3 }) })
    .map(({ endpoint, ordinal }): Target => ({ endpoint, instance: `instance-${ordinal}`, ordinal })),
  { maxLength: 60 },
);
const plans = fc.record({
  seed: fc.nat(),
  rules: fc.array(
    fc.record({
      when: fc.oneof(
        fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }) }),
        fc.record({ nth: fc.integer({ min: 1, max: 4 }) }),
        fc.record({ every: fc.integer({ min: 1, max: 4 }), endpoint: fc.constantFrom(...endpointNames) }),
      ),
      then: fc.constantFrom<FaultAction>({ type: "dropResponse" }, { type: "expireToken" }, { type: "delay", ms: 5 }),
    }),
    { maxLength: 4 },
  ),
});

test("the same requests and seed give the same hits", () => {
  fc.assert(
    fc.property(plans, targets, (plan, calls) => {
      expect(JSON.stringify(run(plan, calls))).toBe(JSON.stringify(run(structuredClone(plan), calls)));
    }),
  );
});

test("the hits on one endpoint and instance do not depend on other requests", () => {
  fc.assert(
    fc.property(plans, targets, (plan, calls) => {
      const isFirst = ({ endpoint, ordinal }: Target) =>
        endpoint === calls[0]?.endpoint && ordinal === calls[0]?.ordinal;
      const among = run(plan, calls).filter(({ endpoint, instance }) =>
        isFirst({ endpoint, ordinal: instance, instance: undefined }),
      );
      expect(JSON.stringify(among)).toBe(JSON.stringify(run(plan, calls.filter(isFirst))));
    }),
  );
});

test("a different seed selects different requests for faults", () => {
  const plan: FaultPlan = { rules: [{ when: { probability: 0.5 }, then: lose }] };
  const calls = Array<Target>(100).fill(fetchOf(1));
  expect(run(plan, calls, 1)).not.toEqual(run(plan, calls, 2));
  expect(run({ ...plan, seed: 3 }, calls, 1)).toEqual(run({ ...plan, seed: 3 }, calls, 2));
});

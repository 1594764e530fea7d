import type { FaultPlan } from "@journey-kit/schemas/control";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { ada, createCondition, run } from "../../test/evidence.ts";
import { generatedCondition, plainCondition } from "../arbitraries/condition.ts";
import type { Condition } from "../service/condition.ts";
import { minimise } from "./minimise.ts";

type Rule = FaultPlan["rules"][number];

const rule = (n: number): Rule => ({
  when: { endpoint: "v2.fetchState", nth: n },
  then: { type: "status", status: 503 },
});
const rulesOf = ({ faults }: Condition): readonly Rule[] => faults?.rules ?? [];
const numbersOf = (condition: Condition): readonly number[] => rulesOf(condition).map(({ when }) => when.nth ?? 0);

/** Shortens a condition, and returns it with the number of conditions that were tried. */
async function shorten(
  condition: Condition,
  fails: (candidate: Condition) => boolean,
  { attempts = 10_000, isOver = (): boolean => false } = {},
) {
  const tried: Condition[] = [];
  const holds = async (candidate: Condition) => {
    tried.push(candidate);
    return fails(candidate);
  };
  return { shortest: await minimise(condition, holds, { attempts, isOver }), tried };
}

/** A condition with something of everything. */
const rich = createCondition({
  runs: [
    { ...run, expects: "accept" },
    { ...run, expects: "accept", client: 1, subject: { ...ada, biometrics: [{ selfieImage: "aW1hZ2U=" }] } },
    { ...run, expects: "accept" },
  ],
  inTurn: true,
  faults: { rules: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(rule) },
  readings: { "submit-status": "created", "fetch-status": "created", "rate-limit": "limited" },
  region: "eu",
  pauseAfter: 2,
  permissions: ["journey:start"],
  outage: { errors: 3, seconds: 1 },
  pollIntervalMs: 50,
  scenario: { name: "rich", rules: [{ when: {}, then: { latency: 5 } }], otherwise: { outcome: "accept" } },
});

test("a failure that needs nothing is shown by the plainest journey, without faults, readings and settings", async () => {
  const { shortest } = await shorten(rich, () => true);
  const {
    id,
    text,
    journeys,
    runs: [only, ...others],
  } = shortest;
  const plain = plainCondition("v2");
  expect([id, text, others]).toEqual(["plain", rich.text, []]);
  expect({ journeys, subject: only?.subject }).toEqual({ journeys: plain.journeys, subject: plain.runs[0]?.subject });
  expect(rulesOf(shortest)).toEqual([]);
  expect(shortest.readings ?? {}).toEqual({});
  for (const name of ["region", "pauseAfter", "permissions", "outage", "inTurn", "pollIntervalMs"] as const)
    expect(shortest[name]).toBeUndefined();
});

test("keeps the one fault, the one reading and the one setting that a failure needs (spec 4.2, 4.4)", async () => {
  const needs = (one: Condition) =>
    numbersOf(one).includes(7) && one.readings?.["fetch-status"] === "created" && one.region === "eu";
  const { shortest } = await shorten(rich, needs);
  expect(numbersOf(shortest)).toEqual([7]);
  expect(shortest).toMatchObject({ readings: { "fetch-status": "created" }, region: "eu" });
  expect(Object.keys(shortest.readings ?? {})).toEqual(["fetch-status"]);
  expect(shortest.runs).toHaveLength(1);
  expect([shortest.pauseAfter, shortest.permissions]).toEqual([undefined, undefined]);
});

test("keeps two journeys if a failure needs two, and one of several otherwise (spec 2.2)", async () => {
  const { shortest } = await shorten(rich, (one) => one.runs.length >= 2);
  expect(shortest.runs).toHaveLength(2);
  expect(rulesOf(shortest)).toEqual([]);
  const second = await shorten(rich, ({ runs: all }) => all.some(({ subject }) => subject.biometrics !== undefined));
  expect(second.shortest.runs).toHaveLength(1);
  expect(second.shortest.runs[0]?.client ?? 0).toBe(0);
});

test("keeps the part of a person that a failure needs, and makes the rest plain (spec 2.8)", async () => {
  const plain = plainCondition("v2").runs[0]?.subject ?? {};
  const lastNames = ["van der Meer", "Núñez"];
  const identity = { ...plain.identity, lastNames, firstName: "Zoë", dateOfBirth: "1984-02-29" };
  const subject = { ...plain, identity, documents: [{ type: "Primary" as const, side1Image: "aW1hZ2Ux" }] };
  const needs = ({ runs: [one] }: Condition) => (one?.subject.identity?.lastNames ?? []).length > 1;
  const { shortest } = await shorten(createCondition({ runs: [{ ...run, subject }] }), needs);
  expect(shortest.runs[0]?.subject).toEqual({ ...plain, identity: { ...plain.identity, lastNames } });
});

test("keeps the one rule of a scenario that a failure needs (spec 3.1)", async () => {
  const scenario = {
    name: "three",
    rules: [5, 6, 7].map((latency) => ({ when: {}, then: { latency } })),
    otherwise: { outcome: "accept" as const },
  };
  const { shortest } = await shorten(
    createCondition({ scenario }),
    (one) => typeof one.scenario === "object" && one.scenario.rules.some(({ then }) => then.latency === 6),
  );
  expect(shortest.scenario).toEqual({ ...scenario, rules: [{ when: {}, then: { latency: 6 } }] });
});

const conditionWith = (numbers: readonly number[]) => createCondition({ faults: { rules: numbers.map(rule) } });

test("no remaining fault can be removed, whatever combination of faults a failure needs", async () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 16 });
  const cases = numbers.chain((all) =>
    fc.record({
      all: fc.constant(all),
      needed: fc.array(fc.subarray(all, { minLength: 1 }), { minLength: 1, maxLength: 3 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(cases, async ({ all, needed }) => {
      const fails = (one: Condition) =>
        needed.some((group) => group.every((number) => numbersOf(one).includes(number)));
      const { shortest } = await shorten(conditionWith(all), fails);
      const left = numbersOf(shortest);
      expect(fails(shortest)).toBe(true);
      for (const number of left) expect(fails(conditionWith(left.filter((one) => one !== number)))).toBe(false);
      expect(left).toEqual(all.filter((number) => left.includes(number))); // the order does not change
    }),
    { numRuns: runs(100, 1_000) },
  );
});

test("finds the readings that a failure needs, and never tries readings that conflict (spec 3.1)", async () => {
  const readings = { paused: "in-review", "refer-ends-journey": "no", "submit-status": "created" } as const;
  const { shortest, tried } = await shorten(
    createCondition({ readings }),
    (one) => one.readings?.paused === "in-review",
  );
  expect(shortest.readings).toEqual({ paused: "in-review", "refer-ends-journey": "no" });
  const conflicts = tried.filter(
    ({ readings: own = {} }) => own.paused === "in-review" && own["refer-ends-journey"] !== "no",
  );
  expect(conflicts).toEqual([]);
});

test("a generated condition becomes one that still fails, and that no further pass makes shorter (spec 4.2)", async () => {
  await fc.assert(
    fc.asyncProperty(generatedCondition(), fc.nat(3), async (condition, count) => {
      const least = Math.min(count, rulesOf(condition).length);
      const fails = (one: Condition) => rulesOf(one).length >= least;
      const { shortest } = await shorten(condition, fails);
      expect(rulesOf(shortest)).toHaveLength(least);
      expect(shortest.runs).toHaveLength(1);
      const again = await shorten(shortest, fails);
      expect(again.shortest).toEqual(shortest);
    }),
    { numRuns: runs(30, 300) },
  );
});

test("drops `expects`, because other people and scenarios have other outcomes, unless the failure needs it (spec 4.2)", async () => {
  const condition = createCondition({ runs: [{ ...run, expects: "reject" }], faults: { rules: [rule(1), rule(2)] } });
  const without = await shorten(condition, (one) => numbersOf(one).includes(2));
  expect(without.shortest.runs[0]).not.toHaveProperty("expects");
  const { shortest, tried } = await shorten(condition, ({ runs: [one] }) => one?.expects === "reject");
  expect(shortest.runs).toEqual(condition.runs);
  expect(rulesOf(shortest)).toEqual([]);
  const expected = tried.filter(({ runs: all }) => all.some(({ expects }) => expects !== undefined));
  for (const one of expected) {
    expect(one.scenario).toBe(condition.scenario);
    expect(one.runs[0]?.subject).toBe(ada);
  }
});

test.each([0, 1, 5, 40])("tries at most %i candidates besides the one without `expects`", async (attempts) => {
  const { shortest, tried } = await shorten(rich, (one) => numbersOf(one).includes(7), { attempts });
  expect(tried.length).toBeLessThanOrEqual(attempts + 1);
  expect(numbersOf(shortest)).toContain(7);
});

test("stops when the time is over, with the shortest condition until then", async () => {
  let calls = 0;
  const fails = (one: Condition) => {
    calls += 1;
    return numbersOf(one).includes(7);
  };
  const { shortest } = await shorten(rich, fails, { isOver: () => calls >= 6 });
  expect(calls).toBe(6);
  expect(numbersOf(shortest)).toContain(7);
});

test("returns a condition that does not fail again unchanged", async () => {
  const { shortest } = await shorten(rich, () => false);
  expect(shortest).toBe(rich);
});

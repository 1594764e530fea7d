import type { ModuleUse } from "@journey-kit/schemas";
import type { Scenario } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { openInstance } from "../../test/arbitraries.ts";
import { subjectOf, termsFor } from "../../test/samples.ts";
import type { Instance, ModuleRun } from "./instance.ts";
import { createModuleStarter, describeOutcomes, findOutcome, outcomeFor } from "./module.ts";
import type { InstanceTerms } from "./terms.ts";

const { definition } = termsFor("age-check");
const strict = { ...definition, evaluation: { neutral: "reject" } } as const;

test("a journey can map a classification to a different outcome (spec 1)", () => {
  expect((["positive", "neutral", "negative"] as const).map((one) => outcomeFor(definition, one))).toEqual([
    "accept",
    "refer",
    "reject",
  ]);
  expect((["positive", "neutral", "negative"] as const).map((one) => outcomeFor(strict, one))).toEqual([
    "accept",
    "reject",
    "reject",
  ]);
});

test("finds a module outcome by its name, or by the journey outcome that it leads to (spec 1)", () => {
  const names = (["Under Age", "refer", "reject", "Fail"] as const).map(
    (name) => findOutcome(definition, "Age Verification", name)?.name,
  );
  expect(names).toEqual(["Under Age", "Age Unknown", "Under Age", undefined]);
  expect(findOutcome(strict, "Age Verification", "reject")?.name).toBe("Age Unknown");
  const custom = { name: "Own", classification: "neutral" } as const;
  expect(findOutcome(definition, "Age Verification", custom)).toBe(custom);
  expect(describeOutcomes(strict, "Age Verification")).toBe(
    "Age Verification can return Of Age (accept), Age Unknown (reject), Under Age (reject), or a custom outcome.",
  );
});

const at = 1_000;
const use = { module: "Age Verification", variant: "age-verification-v2" };

function instanceWith(subject: unknown, change: Partial<Instance> = {}): Instance {
  const terms = termsFor("age-check");
  const started = openInstance(terms, subject);
  return { ...started.instance, ...change };
}

const born = (dateOfBirth: string) => ({ identity: { dateOfBirth } });
const scenario = (then: Scenario["rules"][number]["then"]): Partial<InstanceTerms> => ({
  scenarios: [{ name: "own", rules: [{ when: {}, then }] }],
});
function startModule(terms: InstanceTerms, instance: Instance, one: ModuleUse): ModuleRun {
  const [started] = createModuleStarter(terms, instance.finished).start(instance, [one], at);
  if (started === undefined) throw new Error("The module did not start.");
  return started;
}

const run = (change: Partial<InstanceTerms>, instance = instanceWith(subjectOf("DateOfBirth")), attempts = use) =>
  startModule(termsFor("age-check", change), instance, attempts);

test("the duration of a module run is set by the scenario rule, the simulator, the journey or the module, in this order of precedence (spec 1)", () => {
  const quick = { ...use, latency: 30 };
  const duration = (change: Partial<InstanceTerms>, of = use) => run(change, undefined, of).finishesAt - at;
  expect(duration({})).toBe(1_000);
  expect(duration({}, quick)).toBe(30);
  expect(duration({ latency: 0 }, quick)).toBe(0);
  expect(duration({ ...scenario({ latency: 7 }), latency: 0 }, quick)).toBe(7);
  // No run ends after the last instant that the wire can carry, so a longer one never finishes.
  expect(run({ latency: 253_402_300_799_999 }).finishesAt).toBe(253_402_300_799_999);
});

test("a module run records the rule that decided its outcome, and how the run ends (spec 1)", () => {
  expect(run({})).toMatchObject({
    breaks: false,
    decidedBy: "module",
    outcome: { name: "Of Age" },
    segment: 0,
    startedAt: at,
  });
  expect(run(scenario({ outcome: "reject", retry: "never", advice: { own: 1 } }))).toMatchObject({
    outcome: { name: "Under Age" },
    retry: "never",
    advice: { own: 1 },
    decidedBy: { scenario: 0, rule: 0 },
  });
  expect(run(scenario({ ends: "fail" }))).toMatchObject({ breaks: true, finishesAt: at + 1_000 });
  expect(run(scenario({ ends: "never" }))).toMatchObject({ breaks: false, finishesAt: 253_402_300_799_999 });
  expect(Object.keys(run({}))).not.toEqual(expect.arrayContaining(["retry"]));
  expect(Object.keys(run({}))).not.toEqual(expect.arrayContaining(["advice"]));
});

test("the attempt number of a module run includes the person's earlier runs of that module (gap module-retry)", () => {
  const earlier = instanceWith({}, { earlierRuns: { "Age Verification": 2, Liveness: 9 } });
  expect(run({}, earlier).attempt).toBe(3);
  const finished = [run({}), { ...run({}), module: "Liveness" }];
  expect(run({}, { ...earlier, finished }).attempt).toBe(4);
});

test("without a rule, Age Verification decides by the date of birth, and other modules accept (spec 1)", () => {
  const outcomeOf = (subject: unknown) => run({}, instanceWith(subject)).outcome.name;
  expect(outcomeOf(born("1951-01-01"))).toBe("Of Age");
  expect(outcomeOf(born("1952-01-01"))).toBe("Of Age"); // eighteen on the first day of 1970
  expect(outcomeOf(born("1952-01-02"))).toBe("Under Age");
  expect(outcomeOf({})).toBe("Age Unknown");
  const terms = termsFor("identity-check");
  const other = startModule(terms, instanceWith({}), { module: "Data Verification", variant: "data-verification-v2" });
  expect(other.outcome.name).toBe("Match");
});

test("a custom module of a journey accepts by default, even if it has an outcome of the same name as Age Verification (spec 1)", () => {
  const outcomes = [
    { name: "Fine", classification: "positive" },
    { name: "Age Unknown", classification: "neutral" },
  ] as const;
  const declaring = { ...definition, modules: [{ name: "Own", variants: ["own"], outcomes: [...outcomes] }] };
  expect(run({ definition: declaring }, instanceWith({}), { module: "Own", variant: "own" }).outcome.name).toBe("Fine");
});

test("a rule with an outcome that the module cannot return is skipped (spec 1)", () => {
  const rules = [
    { when: {}, then: { outcome: "Match" } },
    { when: {}, then: { outcome: "reject" } },
  ];
  expect(run({ scenarios: [{ name: "own", rules }] })).toMatchObject({
    outcome: { name: "Under Age" },
    decidedBy: { scenario: 0, rule: 1 },
  });
});

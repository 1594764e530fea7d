import type { Scenario } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { builtInJourneys } from "./built-in.ts";
import { findImpossibleRule, findIrrelevance, findScenarioProblems } from "./scenario-validation.ts";

type Rule = Scenario["rules"][number];

const problemsOf = (rule: Rule, more: Partial<Scenario> = {}, published = builtInJourneys) =>
  findScenarioProblems({ name: "mine", rules: [rule], ...more }, published).map(
    ({ path, message }) => `${path}: ${message}`,
  );

const classification =
  "Document Classification can return Document Classified (accept), Document Not Classified (refer)";
const noModule =
  'No module has this outcome. Expected accept, refer, reject, the name of an outcome, or a custom outcome. Did you mean "Medium Risk"?';

const reject = { outcome: "reject" } as const;
const classifier = { module: "Document Classification" };
const liveness = { module: "Liveness" };
const facematch = { variant: "facematch-v2" } as const;

test.each<[string, Rule["when"], Rule["then"], string]>([
  ["a journey outcome that the module cannot lead to", classifier, reject, `then.outcome: ${classification}`],
  ["an outcome of another module", classifier, { outcome: "Medium Risk" }, `then.outcome: ${classification}`],
  ["an outcome that no module has", {}, { outcome: "Medium Rsik" }, `then.outcome: ${noModule}`],
  ["a module that does not exist", { module: "Livness" }, {}, "when.module: expected one of"],
  [
    "a journey that is not published",
    { journey: "full-kyv" },
    {},
    "when.journey: expected one of age-check, identity-check",
  ],
  [
    "a journey that does not run the module",
    { ...liveness, journey: "age-check" },
    {},
    "when.journey: expected one of document-and-selfie, full-kyc",
  ],
  [
    "a variant of another module",
    { ...liveness, ...facematch },
    {},
    "when.variant: expected one of liveness-v2, liveness-v1",
  ],
  ["a variant of the other API version", { apiVersion: "v1", ...facematch }, {}, "when.variant: expected one of"],
  [
    "a retry for a module that runs only once",
    { module: "Age Verification" },
    { retry: "recollect" },
    "then.retry: no journey runs this module more than once; set `attempts` in a journey.",
  ],
  [
    "an outcome for a run that fails",
    {},
    { ends: "fail", ...reject },
    "then.ends: a run that fails or never finishes has no outcome, advice or retry.",
  ],
  [
    "a latency for a run that never finishes",
    {},
    { ends: "never", latency: 5 },
    "then.latency: a run that never finishes has no latency.",
  ],
  [
    "a latency range whose minimum exceeds its maximum",
    {},
    { latency: { min: 2, max: 1 } },
    "then.latency: min must not exceed max.",
  ],
])("refuses a rule with %s", (_, when, then, problem) => {
  const [first = "", ...more] = problemsOf({ when, then });
  expect(first.slice(0, problem.length + 9)).toBe(`rules[0].${problem}`);
  expect(more).toEqual([]);
});

test("a custom outcome is possible for every module", () => {
  const outcome = { name: "Watch List", classification: "negative" } as const;
  expect(problemsOf({ when: classifier, then: { outcome } })).toEqual([]);
  expect(problemsOf({ when: {}, then: { outcome } })).toEqual([]);
});

test("`otherwise` is refused if no module has its outcome", () => {
  const found = findScenarioProblems({ name: "mine", rules: [], otherwise: { outcome: "Nothing" } }, builtInJourneys);
  expect(found.map(({ path }) => path)).toEqual(["otherwise.outcome"]);
});

test.each([
  ["an unknown gap", { "module-retries": "never" }, "readings.module-retries: unknown gap."],
  [
    "an unknown reading",
    { "module-retry": "often" },
    "readings.module-retry: expected one of never, automatic, recollect.",
  ],
  [
    "a gap of kind wire",
    { "submit-status": "created" },
    "readings.submit-status: a scenario can override only gaps of kind engine; this gap is of kind wire.",
  ],
])("a scenario cannot set %s", (_, readings, problem) => {
  expect(problemsOf({ when: {}, then: {} }, { readings })).toEqual([problem]);
});

/** A journey that refers what would otherwise be rejected. */
const lenient = builtInJourneys
  .filter(({ id }) => id === "document-and-selfie")
  .map((journey) => ({ ...journey, id: "lenient", evaluation: { negative: "refer" } as const }));

test("a rule for one journey may only set an outcome that is possible in that journey", () => {
  const rule = (journey: string): Rule => ({ when: { ...liveness, journey }, then: reject });
  const published = [...builtInJourneys, ...lenient];
  expect(problemsOf(rule("document-and-selfie"), {}, published)).toEqual([]);
  expect(problemsOf(rule("lenient"), {}, published)).toEqual([
    "rules[0].then.outcome: Liveness can return Success (accept), Fail (refer), or a custom outcome.",
  ]);
});

test("the error for a rule without a module lists what each module in the journey can return", () => {
  const outcomes =
    "Document Classification can return Document Classified (accept), Document Not Classified (refer), or a custom outcome.";
  const single = lenient.map((journey) => ({
    ...journey,
    segments: [{ id: "one", modules: [{ module: "Document Classification", variant: "document-classification-v2" }] }],
  }));
  const scenario: Scenario = { name: "mine", rules: [{ when: {}, then: reject }] };
  const found = single.map((definition) =>
    findImpossibleRule({ definition, scenarios: [scenario] }, () => ({ instance: "i", ordinal: 1, subject: {} })),
  );
  expect(found).toEqual([`Scenario mine, rules[0].then.outcome: not possible in journey lenient. ${outcomes}`]);
  const rule: Rule = { when: { journey: "lenient" }, then: reject };
  const [problem, ...more] = problemsOf(rule, {}, lenient);
  expect(problem).toContain(` ${outcomes} `);
  expect(problem).toContain(" Liveness can return Success (accept), Fail (refer), or a custom outcome.");
  expect(problem).not.toContain("reject");
  expect(more).toEqual([]);
});

const failing = (when: Rule["when"]): Rule => ({ when: { ...liveness, ...when }, then: { outcome: "Fail" } });
const person = (uid: string) => ({ subject: [{ path: "uid", equals: uid }] });

test.each<[string, readonly Rule[], boolean]>([
  ["for a module that cannot return the outcome is impossible", [{ when: liveness, then: reject }], true],
  ["for every module is impossible if none can return the outcome", [{ when: {}, then: reject }], true],
  ["for every module is accepted if one can return the outcome", [{ when: {}, then: { outcome: "refer" } }], false],
  [
    "for a module that the journey does not run is accepted",
    [{ when: { module: "Age Verification" }, then: reject }],
    false,
  ],
  ["for another journey is accepted", [{ when: { ...liveness, journey: "full-kyc" }, then: reject }], false],
  [
    "that follows a rule which always decides is accepted",
    [failing({ journey: "lenient" }), { when: liveness, then: reject }],
    false,
  ],
  [
    "that follows a rule which only sometimes decides is impossible",
    [failing({ attempt: 1 }), { when: liveness, then: reject }],
    true,
  ],
  ["for another person is accepted", [{ when: { ...liveness, ...person("x") }, then: reject }], false],
  ["for this person is impossible", [{ when: { ...liveness, ...person("ada") }, then: reject }], true],
])("for an instance, a rule %s", (_, rules, isImpossible) => {
  for (const definition of lenient) {
    const scenarios: [Scenario] = [{ name: "mine", rules: [...rules] }];
    const found = findImpossibleRule({ definition, scenarios }, () => ({
      instance: "i",
      ordinal: 1,
      subject: { uid: "ada" },
    }));
    expect(found !== undefined).toBe(isImpossible);
    if (found !== undefined)
      expect(found).toMatch(/^Scenario mine, rules\[\d\]\.then\.outcome: not possible in journey lenient\. /);
  }
});

test.each<[string, Partial<Scenario>, boolean]>([
  ["has a rule for a module of the journey", { rules: [{ when: { module: "Age Verification" }, then: {} }] }, true],
  ["has a rule for every module", { rules: [{ when: { attempt: 2 }, then: {} }] }, true],
  ["has `otherwise`", { rules: [{ when: { module: "Facematch" }, then: {} }], otherwise: { latency: 0 } }, true],
  ["sets readings", { rules: [{ when: { module: "Facematch" }, then: {} }], readings: { paused: "in-review" } }, true],
  ["scripts nothing", { rules: [] }, true],
  ["has rules for other modules", { rules: [{ when: { module: "Facematch" }, then: {} }] }, false],
  ["has rules for other journeys", { rules: [{ when: { journey: "full-kyc" }, then: {} }] }, false],
  ["has rules for the other API version", { rules: [{ when: { apiVersion: "v1" }, then: {} }] }, false],
])("a scenario that %s is relevant to the journey age-check: %j is %s", (_, scenario, isRelevant) => {
  const [definition] = builtInJourneys;
  const found = definition && findIrrelevance(definition, { name: "mine", rules: [], ...scenario });
  const problem = "Scenario mine: no rule applies to a module of journey age-check (Age Verification).";
  expect(found).toBe(isRelevant ? undefined : problem);
});

test("a scenario with `otherwise` is relevant to a journey without modules", () => {
  const [definition] = builtInJourneys;
  const empty = definition && { ...definition, segments: definition.segments.map((one) => ({ ...one, modules: [] })) };
  const scenario: Scenario = { name: "mine", rules: [], otherwise: { outcome: "accept" } };
  expect(empty && findIrrelevance(empty, scenario)).toBeUndefined();
  expect(
    empty && findIrrelevance(empty, { name: "mine", rules: [{ when: { module: "Facematch" }, then: {} }] }),
  ).toMatch(/\(without modules\)\.$/);
});

/** Counts how often the names of outcomes are read while `rules` rules are checked that no module can fulfil. */
function countReads(rules: number, modules: number, outcomes: number): number {
  let reads = 0;
  const outcome = (name: string) => ({
    get name() {
      reads += 1;
      return name;
    },
    classification: "positive" as const,
  });
  const list = <Entry>(length: number, entry: (i: number) => Entry) => Array.from({ length }, (_, i) => entry(i));
  const [builtIn] = builtInJourneys;
  if (builtIn === undefined) return reads;
  const definition = {
    ...builtIn,
    modules: list(modules, (i) => ({
      name: `Own ${i}`,
      variants: [`own-${i}`],
      outcomes: list(outcomes, (j) => outcome(`Outcome ${j}`)),
    })),
    segments: [{ id: "all", modules: list(modules, (i) => ({ module: `Own ${i}`, variant: `own-${i}` })) }],
  };
  const scenario: Scenario = {
    name: "mine",
    rules: list(rules, (i) => ({ when: { attempt: 1 }, then: { outcome: `Nothing ${i}` } })),
  };
  expect(findScenarioProblems(scenario, [definition])).toHaveLength(Math.min(rules, 20));
  const facts = { instance: "i", ordinal: 1, subject: {} };
  expect(findImpossibleRule({ definition, scenarios: [scenario] }, () => facts)).toBeDefined();
  return reads;
}

test.each([
  ["rules", [100, 30, 1], [200, 30, 1]],
  ["modules", [30, 300, 1], [30, 600, 1]],
  ["outcomes", [30, 1, 300], [30, 1, 600]],
  ["rules and modules", [100, 300, 1], [200, 600, 1]],
  ["rules and outcomes", [100, 1, 300], [200, 1, 600]],
] as const)("twice as many %s take at most twice the work", (_, [rules, modules, outcomes], more) => {
  expect(countReads(more[0], more[1], more[2]) / countReads(rules, modules, outcomes)).toBeLessThan(2.2);
});

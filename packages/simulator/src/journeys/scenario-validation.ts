import type { JourneyVersion } from "@journey-kit/schemas";
import { parsePath } from "@journey-kit/schemas/calls";
import type { Condition, Consequence, OutcomeChoice, Scenario } from "@journey-kit/schemas/control";
import { suggest } from "@journey-kit/schemas/report";
import { type GapId, gapIds, gapOf, moduleOf } from "@journey-kit/schemas/tables";
import { describeOutcomes } from "../engine/module.ts";
import { maxProblems } from "../engine/result.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { memoize } from "../world/cache.ts";
import { formatList } from "../world/list.ts";
import { appliesTo, type ModuleContext } from "../world/scenario.ts";
import {
  type Abilities,
  canReturn,
  type Select,
  selectIn,
  selectSpecified,
  specified,
  type Use,
  usesOf,
} from "./uses.ts";
import type { Problem } from "./validation.ts";

/** A rule of a scenario, or its `otherwise`, with the path of its consequence. */
interface PlacedRule {
  readonly path: string;
  readonly when: Condition;
  readonly then: Consequence;
}

const rulesOf = ({ rules, otherwise }: Scenario): readonly PlacedRule[] => [
  ...rules.map(({ when, then }, i) => ({ path: `rules[${i}].then`, when, then })),
  ...(otherwise === undefined ? [] : [{ path: "otherwise", when: {}, then: otherwise }]),
];

/**
 * Finds the problems of a well-formed scenario under the published journeys, such as an unknown module or reading, an
 * outcome that no module has, a contradiction or a malformed path.
 *
 * A condition without a journey is checked against every published journey and against the modules of the
 * specification; the rule is valid if one of them can do what the rule says. {@link findImpossibleRule} checks the
 * rules against the journey of one instance.
 */
export function findScenarioProblems(scenario: Scenario, published: readonly JourneyVersion[]): readonly Problem[] {
  const problems = [
    ...readingProblems(scenario),
    ...scenario.rules.flatMap(({ when: { subject = [] } }, i) =>
      subject.flatMap((condition, j) => conditionProblems(`rules[${i}].when.subject[${j}]`, condition)),
    ),
  ];
  const selects = [...published.map(selectIn), ...selectSpecified];
  let all: readonly Use[] | undefined;
  const listUses = () => {
    all ??= [...published.flatMap(usesOf), ...specified];
    return all;
  };
  // Describing a problem takes much longer than checking a rule, so only the problems that a response shows are found.
  for (const rule of rulesOf(scenario)) {
    if (problems.length >= maxProblems) break;
    problems.push(...ruleProblems(rule, selects, listUses));
  }
  return problems;
}

/** A condition that a journey can meet. The others depend on the instance, and are assumed to hold. */
type Testable = Exclude<keyof Condition, "attempt" | "instance" | "ordinal" | "subject">;
const testableMembers: Readonly<Record<Testable, true>> = {
  module: true,
  journey: true,
  apiVersion: true,
  variant: true,
};
const testable = Object.keys(testableMembers) as readonly Testable[]; // `Object.keys` returns `string[]`

/** Finds the problem of one member of a consequence, for the module runs that a rule selects. */
type Check = (
  then: Consequence,
  selected: readonly Abilities[],
  describe: (outcome: OutcomeChoice) => string,
) => string | false | undefined;

const checks: Readonly<Record<keyof Consequence, Check>> = {
  outcome: ({ outcome }, selected, describe) =>
    outcome !== undefined && !selected.some((one) => one.canReturn(outcome)) && describe(outcome),
  retry: ({ retry = "never" }, selected) =>
    retry !== "never" &&
    selected.every(({ attempts }) => attempts === 1) &&
    "no journey runs this module more than once; set `attempts` in a journey.",
  ends: ({ ends, outcome, retry, advice }) =>
    ends !== undefined &&
    (outcome ?? retry ?? advice) !== undefined &&
    "a run that fails or never finishes has no outcome, advice or retry.",
  latency: ({ latency, ends }) =>
    (latency !== undefined && ends === "never" && "a run that never finishes has no latency.") ||
    (typeof latency === "object" && latency.min > latency.max && "min must not exceed max."),
  advice: () => undefined, // the members of advice are free
};

function ruleProblems(
  { path, when, then }: PlacedRule,
  selects: readonly Select[],
  listUses: () => readonly Use[],
): readonly Problem[] {
  const selected = selects.flatMap((select) => select(when) ?? []);
  if (selected.length === 0) return [findUnknown(path, when, selects, listUses())];
  return Object.entries(checks).flatMap(([member, check]) => {
    const message = check(then, selected, (outcome) => describeReturnsOf(listUses(), when, outcome));
    return message ? [{ path: `${path}.${member}`, message }] : [];
  });
}

/** Names the first member of a condition that no use has together with the members before it. */
function findUnknown(path: string, when: Condition, selects: readonly Select[], all: readonly Use[]): Problem {
  let before: Condition = {};
  for (const key of testable) {
    const next = { ...before, [key]: when[key] };
    if (!selects.some((select) => select(next))) return unknownProblem(path, key, before, all);
    before = next;
  }
  return { path, message: "no module meets the condition." };
}

function unknownProblem(path: string, key: Testable, before: Condition, all: readonly Use[]): Problem {
  const known = new Set<string>();
  for (const use of all) {
    if (known.size > maxProblems) break;
    const value = use[key];
    if (value !== undefined && isFor(use, before)) known.add(value);
  }
  return { path: `${path.replace(/then$/, "when")}.${key}`, message: `expected one of ${formatList([...known])}.` };
}

/** Says what the modules of a rule can return, if the rule is for a module or a journey. */
function describeReturnsOf(all: readonly Use[], when: Condition, outcome: OutcomeChoice): string {
  const uses = takeUses(all, when);
  if ((when.module ?? when.variant ?? when.journey) !== undefined) return describeReturns(uses);
  const names = uses.flatMap((use) => moduleOf(use.module, use.definition).outcomes.map(({ name }) => name));
  const suggested = [...new Set(["accept", "refer", "reject", ...names])].slice(0, maxUses);
  const hint = typeof outcome === "string" ? suggest(outcome, suggested) : "";
  return `No module has this outcome. Expected accept, refer, reject, the name of an outcome, or a custom outcome.${hint}`;
}

/** How many uses, and names of outcomes, a description of a problem takes into account. */
const maxUses = 200;

function takeUses(all: readonly Use[], when: Condition): readonly Use[] {
  const uses: Use[] = [];
  for (const use of all) {
    if (uses.length >= maxUses) break;
    if (isFor(use, when)) uses.push(use);
  }
  return uses;
}

/** Says what each module can return, for as many modules as a message may list. */
function describeReturns(uses: readonly Use[]): string {
  const texts = new Set<string>();
  for (const { definition, module } of uses) {
    if (texts.size >= maxProblems) return `${[...texts].join(" ")} …`;
    texts.add(describeOutcomes(definition, module));
  }
  return [...texts].join(" ");
}

function conditionProblems(
  at: string,
  { path, equals, matches, in: list }: NonNullable<Condition["subject"]>[number],
): readonly Problem[] {
  if (parsePath(path) === undefined) return [{ path: `${at}.path`, message: "expected a path into the subject." }];
  const isEmpty = equals === undefined && matches === undefined && list === undefined;
  return isEmpty ? [{ path: at, message: "expected equals, matches or in." }] : [];
}

/**
 * Finds invalid readings in a scenario. A scenario can set the readings that an instance keeps from its start, but no
 * wire readings, which apply to each request.
 */
const readingProblems = ({ readings = {} }: Scenario): readonly Problem[] =>
  Object.entries(readings).flatMap(([id, reading]) => {
    const path = `readings.${id}`;
    if (!isGapId(id)) return [{ path, message: "unknown gap." }];
    const { kind, options } = gapOf(id);
    if (kind !== "engine")
      return [{ path, message: `a scenario can override only gaps of kind engine; this gap is of kind ${kind}.` }];
    const known = Object.keys(options);
    return known.includes(reading) ? [] : [{ path, message: `expected one of ${known.join(", ")}.` }];
  });

const isGapId = (id: string): id is GapId => (gapIds as readonly string[]).includes(id);

/** Whether a condition can hold for a module in a journey. Conditions on other facts are assumed to hold. */
const isFor = (use: Use, when: Condition): boolean => testable.every((key) => (when[key] ?? use[key]) === use[key]);

/**
 * Says that a scenario changes nothing in a journey: it sets no readings, and none of its rules applies to a module of
 * the journey. Returns undefined for any other scenario.
 */
export function findIrrelevance(definition: JourneyVersion, scenario: Scenario): string | undefined {
  const { name, readings = {}, otherwise } = scenario;
  const [uses, rules] = [usesOf(definition), rulesOf(scenario)];
  const isGeneral = rules.length === 0 || otherwise !== undefined;
  const isRelevant = isGeneral || uses.some((use) => rules.some(({ when }) => isFor(use, when)));
  if (isRelevant || Object.keys(readings).length > 0) return undefined;
  const modules = [...new Set(uses.map(({ module }) => module))].join(", ") || "without modules";
  return `Scenario ${name}: no rule applies to a module of journey ${definition.id} (${modules}).`;
}

/** The scenario rules that apply to a journey but demand something that the journey cannot do. */
const impossibleIn = memoize((definition: JourneyVersion) =>
  memoize((scenario: Scenario) => {
    const { id, apiVersion } = definition;
    const rules = rulesOf(scenario)
      .filter(({ when }) => (when.journey ?? id) === id && (when.apiVersion ?? apiVersion) === apiVersion)
      .map((rule) => ({ rule, isCertain: Object.keys(rule.when).every(isTestable) }));
    const reached = new Map<PlacedRule, Use[]>();
    for (const use of usesOf(definition)) {
      for (const { rule, isCertain } of rules) {
        const { when, then } = rule;
        if ((when.module ?? use.module) !== use.module || (when.variant ?? use.variant) !== use.variant) continue;
        const sofar = reached.get(rule);
        if (sofar === undefined) reached.set(rule, [use]);
        else sofar.push(use);
        if (isCertain && (then.outcome === undefined || canReturn(use, then.outcome))) break;
      }
    }
    return [...reached].flatMap(
      ([
        {
          path,
          when,
          then: { outcome },
        },
        uses,
      ]) =>
        outcome === undefined || uses.some((use) => canReturn(use, outcome))
          ? []
          : [{ when, path: `${path}.outcome`, uses: uses.slice(0, maxUses) }],
    );
  }),
);

const isTestable = (key: string): boolean => (testable as readonly string[]).includes(key);

/**
 * Describes a rule that applies to an instance but that its journey cannot fulfil. A rule for a module must be possible
 * for that module; a rule without a module must be possible for at least one module of the journey. Conditions on the
 * attempt are assumed to hold.
 */
export function findImpossibleRule(
  { definition, scenarios }: Pick<InstanceTerms, "definition" | "scenarios">,
  toFacts: () => Pick<ModuleContext, "instance" | "ordinal" | "subject">,
): string | undefined {
  for (const scenario of scenarios) {
    const impossible = impossibleIn(definition)(scenario);
    if (impossible.length === 0) continue;
    const facts = toFacts();
    const found = impossible.find(({ when: { instance, ordinal, subject } }) =>
      appliesTo({ instance, ordinal, subject }, facts),
    );
    if (found === undefined) continue;
    return `Scenario ${scenario.name}, ${found.path}: not possible in journey ${definition.id}. ${describeReturns(found.uses)}`;
  }
  return undefined;
}

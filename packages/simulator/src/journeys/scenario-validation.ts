import type { Condition, Consequence, OutcomeChoice, Scenario } from "@journey-kit/schemas/control";
import { type GapId, gapIds, gapOf } from "@journey-kit/schemas/gaps";
import { moduleNames, moduleOf } from "@journey-kit/schemas/modules";
import { suggest } from "@journey-kit/schemas/report";
import { parsePath } from "@journey-kit/schemas/subject-path";
import type { Change } from "../engine/commands.ts";
import { describeOutcomes, type EvaluatingJourney, findOutcome } from "../engine/module.ts";
import { type Result, refuse } from "../engine/result.ts";
import { toScenarioSubject } from "../engine/subject.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { memoize } from "../world/cache.ts";
import { appliesTo, type ModuleContext } from "../world/scenario.ts";
import { type Problem, toList } from "./validation.ts";

type Definition = InstanceTerms["definition"];

/** A module in a journey, or a module of the specification outside of any journey. */
interface Use {
  readonly module: string;
  readonly variant: string;
  readonly journey: string | undefined;
  readonly generation: "v1" | "v2";
  readonly definition: EvaluatingJourney;
  /** Maximum number of runs. */
  readonly attempts: number;
}

const usesOf = memoize((definition: Definition): readonly Use[] =>
  definition.segments
    .flatMap(({ modules }) => modules)
    .map(({ module, variant, attempts = 1 }) => {
      const { id: journey, generation } = definition;
      return { module, variant, journey, generation, definition, attempts };
    }),
);

/** Every variant of every module of the specification, with the default evaluation. */
const specified: readonly Use[] = moduleNames.flatMap((module) =>
  Object.entries(moduleOf(module).variants).map(([variant, generation]) => {
    return { module, variant, journey: undefined, generation, definition: { generation }, attempts: 1 };
  }),
);

/** A rule of a scenario, or its `otherwise`, with the path of its consequence. */
interface Rule {
  readonly path: string;
  readonly when: Condition;
  readonly then: Consequence;
}

const rulesOf = ({ rules, otherwise }: Scenario): readonly Rule[] => [
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
export function findScenarioProblems(scenario: Scenario, published: readonly Definition[]): readonly Problem[] {
  const uses = [...published.flatMap(usesOf), ...specified];
  return [
    ...readingProblems(scenario),
    ...scenario.rules.flatMap(({ when: { subject = [] } }, i) =>
      subject.flatMap((condition, j) => conditionProblems(`rules[${i}].when.subject[${j}]`, condition)),
    ),
    ...rulesOf(scenario).flatMap((rule) => ruleProblems(rule, uses)),
  ];
}

const testable = ["module", "journey", "generation", "variant"] as const;

function ruleProblems({ path, when, then }: Rule, all: readonly Use[]): readonly Problem[] {
  const { outcome, latency, retry, advice, ends } = then;
  let uses = all;
  for (const key of testable) {
    const value = when[key];
    if (value === undefined) continue;
    const before = uses;
    uses = uses.filter((use) => use[key] === value);
    if (uses.length > 0) continue;
    const known = new Set(before.flatMap((use) => use[key] ?? []));
    return [{ path: `${path.replace(/then$/, "when")}.${key}`, message: `expected one of ${toList([...known])}.` }];
  }
  const problems: Problem[] = [];
  const add = (member: string, message: string) => void problems.push({ path: `${path}.${member}`, message });
  if (outcome !== undefined && !uses.some((use) => canReturn(use, outcome))) add("outcome", describe(uses, outcome));
  if (retry !== undefined && retry !== "never" && uses.every(({ attempts }) => attempts === 1))
    add("retry", "no journey runs this module more than once; set `attempts` in a journey.");
  if (ends !== undefined && (outcome ?? retry ?? advice) !== undefined)
    add("ends", "a run that fails or never finishes has no outcome, advice or retry.");
  if (ends === "never" && latency !== undefined) add("latency", "a run that never finishes has no latency.");
  if (typeof latency === "object" && latency.min > latency.max) add("latency", "min must not exceed max.");
  return problems;
}

const canReturn = ({ definition, module }: Use, outcome: OutcomeChoice): boolean =>
  findOutcome(definition, module, outcome) !== undefined;

/** Says what the modules of a rule can return, if the rule is for a module or a journey. */
function describe(uses: readonly Use[], outcome: OutcomeChoice): string {
  const isOneModule = new Set(uses.map(({ module }) => module)).size === 1;
  if (isOneModule || uses.every(({ journey }) => journey !== undefined))
    return [...new Set(uses.map(({ definition, module }) => describeOutcomes(definition, module)))].join(" ");
  const names = uses.flatMap((use) => moduleOf(use.module, use.definition).outcomes.map(({ name }) => name));
  const hint = typeof outcome === "string" ? suggest(outcome, ["accept", "refer", "reject", ...names]) : "";
  return `No module has this outcome. Expected accept, refer, reject, the name of an outcome, or a custom outcome.${hint}`;
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
export function findIrrelevance(definition: Definition, scenario: Scenario): string | undefined {
  const { name, readings = {}, otherwise } = scenario;
  const [uses, rules] = [usesOf(definition), rulesOf(scenario)];
  const isGeneral = rules.length === 0 || otherwise !== undefined;
  const isRelevant = isGeneral || uses.some((use) => rules.some(({ when }) => isFor(use, when)));
  if (isRelevant || Object.keys(readings).length > 0) return undefined;
  const modules = [...new Set(uses.map(({ module }) => module))].join(", ") || "without modules";
  return `Scenario ${name}: no rule applies to a module of journey ${definition.id} (${modules}).`;
}

/** The scenario rules that apply to a journey but demand something that the journey cannot do. */
const impossibleIn = memoize((definition: Definition) =>
  memoize((scenario: Scenario): readonly (Rule & Problem)[] => {
    const rules = rulesOf(scenario);
    const reached = new Map<Rule, Use[]>();
    for (const use of usesOf(definition)) {
      const candidates = rules.filter(({ when }) => isFor(use, when));
      const last = candidates.findIndex(({ when, then: { outcome } }) => {
        const isCertain = Object.keys(when).every((key) => (testable as readonly string[]).includes(key));
        return isCertain && (outcome === undefined || canReturn(use, outcome));
      });
      for (const rule of last === -1 ? candidates : candidates.slice(0, last + 1)) {
        const sofar = reached.get(rule);
        if (sofar === undefined) reached.set(rule, [use]);
        else sofar.push(use);
      }
    }
    return [...reached].flatMap(([rule, uses]) => {
      const { outcome } = rule.then;
      if (outcome === undefined) return [];
      const able = uses.filter((use) => canReturn(use, outcome)).length;
      if (rule.when.module === undefined ? able > 0 : able === uses.length) return [];
      return [{ ...rule, path: `${rule.path}.outcome`, message: describe(uses, outcome) }];
    });
  }),
);

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
    return `Scenario ${scenario.name}, ${found.path}: not possible in journey ${definition.id}. ${found.message}`;
  }
  return undefined;
}

/** Refuses a start, a submit or an update if the journey cannot do what a scenario of the instance says. */
export function checkScenarios<Applied extends Pick<Change, "record">>(result: Result<Applied>): Result<Applied> {
  if (!result.ok) return result;
  const { terms, instance } = result.value.record;
  const { id, ordinal } = instance;
  const toFacts = () => ({ instance: id, ordinal, subject: toScenarioSubject(terms, instance) });
  const problem = findImpossibleRule(terms, toFacts);
  return problem === undefined ? result : refuse("INVALID_FIELD", problem, result.basis);
}

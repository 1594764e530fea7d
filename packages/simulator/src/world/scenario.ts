import type { Condition, Consequence, OutcomeChoice, Scenario } from "@journey-kit/schemas/control";
import { isRecord, parsePath, readPath, type Step } from "@journey-kit/schemas/subject-path";
import { memoize, memoizeText } from "./cache.ts";
import { type Glob, matches, parseGlob, stepsOf } from "./glob.ts";
import { draw } from "./random.ts";
import { shippedScenarios } from "./shipped.ts";
import type { Millis } from "./time.ts";

export type { OutcomeChoice, Retry, Scenario } from "@journey-kit/schemas/control";

/** The facts about a starting module that scenario conditions can test. */
export interface ModuleContext {
  readonly journey: string;
  readonly generation: "v1" | "v2";
  readonly module: string;
  readonly variant: string;
  readonly attempt: number;
  readonly instance: string;
  readonly ordinal: number;
  readonly subject: unknown;
}

/** What decided the outcome of a module: a rule or `otherwise` of a scenario, a tester, or the module itself. */
export type Decider = ScenarioRule | "tester" | "module";

/** A rule by its index, or `otherwise`, in one of the scenarios of an instance. */
interface ScenarioRule {
  readonly scenario: number;
  readonly rule: number | "otherwise";
}

/** The decision of the scenarios about a module run. */
export interface Decision {
  readonly consequence: Consequence;
  readonly decidedBy: ScenarioRule | "module";
}

/**
 * Decides a module run. The first rule whose conditions hold wins, scenario by scenario. A rule or `otherwise` is
 * skipped if the module cannot have the outcome that it sets.
 */
export function decide(
  scenarios: readonly Scenario[],
  context: ModuleContext,
  hasOutcome: (outcome: OutcomeChoice) => boolean,
): Decision {
  const isPossible = ({ outcome }: Consequence) => outcome === undefined || hasOutcome(outcome);
  for (const [scenario, { rules, otherwise }] of scenarios.entries()) {
    const candidates = candidatesIn(rules)(context.module);
    const found = candidates.find(({ condition, then }) => isMet(condition, context) && isPossible(then));
    if (found !== undefined) return { consequence: found.then, decidedBy: { scenario, rule: found.rule } };
    if (otherwise !== undefined && isPossible(otherwise))
      return { consequence: otherwise, decidedBy: { scenario, rule: "otherwise" } };
  }
  return { consequence: {}, decidedBy: "module" };
}

/** The rules that can apply to a module, with their indexes. Nearly all rules of the test people name another module. */
const candidatesIn = memoize((rules: Scenario["rules"]) =>
  memoizeText((module) => preparedIn(rules).filter(({ when }) => when.module === undefined || when.module === module)),
);

const preparedIn = memoize((rules: Scenario["rules"]) =>
  rules.map(({ when, then }, rule) => ({ when, condition: prepare(when), then, rule })),
);

/**
 * The duration of a run, drawn at random if the consequence sets a range; undefined if the consequence sets no
 * duration.
 */
export function toLatency(
  { latency }: Consequence,
  seed: number,
  { ordinal, module, attempt }: ModuleContext,
): Millis | undefined {
  if (typeof latency !== "object") return latency;
  const span = Math.max(0, latency.max - latency.min) + 1;
  return latency.min + Math.floor(draw(seed, ordinal, module, attempt, "latency") * span);
}

/** Whether a condition holds for the facts that it tests. */
export const appliesTo = (when: Condition, context: Partial<ModuleContext>): boolean => isMet(prepare(when), context);

type Fact = Exclude<keyof Condition, "subject">;
const every: Readonly<Record<Fact, true>> = {
  module: true,
  journey: true,
  generation: true,
  variant: true,
  attempt: true,
  instance: true,
  ordinal: true,
};
const facts = Object.keys(every) as readonly Fact[]; // `Object.keys` returns `string[]`

/** A condition in a form that is fast to test, because starting a module tests about a dozen. */
interface Prepared {
  /** The facts that the condition sets. */
  readonly facts: readonly (readonly [fact: Fact, value: unknown])[];
  readonly subject: readonly PreparedText[];
}

/** A condition on one text of the subject, in lower case. */
interface PreparedText {
  readonly path: string;
  readonly steps: readonly Step[];
  readonly equals: string | undefined;
  readonly pattern: Glob | undefined;
  readonly list: ReadonlySet<string> | undefined;
}

const prepare = (when: Condition): Prepared => ({
  facts: facts.flatMap((fact) => (when[fact] === undefined ? [] : [[fact, when[fact]] as const])),
  subject: (when.subject ?? []).map(({ path, equals, matches: pattern, in: list }) => ({
    path,
    steps: parsePath(path) ?? [],
    equals: equals?.toLowerCase(),
    pattern: pattern === undefined ? undefined : parseGlob(pattern.toLowerCase()),
    list: list && new Set(list.map((text) => text.toLowerCase())),
  })),
});

function isMet(condition: Prepared, context: Partial<ModuleContext>): boolean {
  for (const [fact, value] of condition.facts) if (context[fact] !== value) return false;
  if (condition.subject.length === 0) return true;
  const { holds } = isRecord(context.subject) ? factsOf(context.subject) : createFacts(context.subject);
  return condition.subject.every(holds);
}

/** Reads the texts of a subject that conditions test, and remembers the results. */
function createFacts(subject: unknown) {
  const texts = new Map<string, readonly string[]>();
  const tested = new Map<PreparedText, boolean>();
  const textsAt = ({ path, steps }: PreparedText): readonly string[] => {
    const known = texts.get(path) ?? toTexts(readPath(subject, steps));
    texts.set(path, known);
    return known;
  };
  /** Whether one of the texts at the path of a condition meets it. */
  const holds = (condition: PreparedText): boolean => {
    const result = tested.get(condition) ?? textsAt(condition).some((text) => fits(text, condition));
    tested.set(condition, result);
    return result;
  };
  return { textsAt, holds };
}

/** All modules of a segment start with the same subject. */
const factsOf = memoize<object, ReturnType<typeof createFacts>>(createFacts);

/** The texts of a value, in lower case. Numbers and booleans are compared as text. */
function toTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(toTexts);
  const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isText ? [String(value).toLowerCase()] : [];
}

function fits(text: string, { equals, pattern, list }: PreparedText): boolean {
  if (equals !== undefined && equals !== text) return false;
  if (pattern !== undefined && !matches(pattern, text)) return false;
  return list === undefined || list.has(text);
}

/**
 * The most that testing every rule of some scenarios for a subject can compare: each text once, and with a pattern each
 * of its characters, once for each 32 characters of the pattern.
 */
export function countMatchSteps(scenarios: readonly Scenario[], subject: unknown): number {
  const { textsAt } = createFacts(subject); // a stored command keeps its subject, so nothing is remembered for it
  const lengthOf = memoize((texts: readonly string[]) => ({ sum: texts.reduce((sum, text) => sum + text.length, 0) }));
  let steps = 0;
  for (const { rules } of scenarios) {
    for (const condition of textsIn(rules)) {
      const texts = textsAt(condition);
      steps += condition.pattern === undefined ? texts.length : lengthOf(texts).sum * stepsOf(condition.pattern);
    }
  }
  return steps;
}

const textsIn = memoize((rules: Scenario["rules"]) => preparedIn(rules).flatMap(({ condition }) => condition.subject));

interface ScenarioSettings {
  /** Applies to every instance. */
  readonly scenario: Scenario;
  /** The world's own scenarios. */
  readonly scenarios: readonly Scenario[];
}

/**
 * The scenarios of a world: its own, its default and the built-in ones. If several have the same name, the first one
 * applies.
 */
export const scenariosOf = (settings: ScenarioSettings): readonly Scenario[] => {
  const names = new Set<string>();
  return allOf(settings).filter(({ name }) => !names.has(name) && names.add(name));
};

const allOf = ({ scenario, scenarios }: ScenarioSettings) => [...scenarios, scenario, ...shippedScenarios];

/** Finds a scenario of a world by name. */
export const findScenario = (settings: ScenarioSettings, name: string | undefined): Scenario | undefined =>
  name === undefined ? undefined : allOf(settings).find((scenario) => scenario.name === name);

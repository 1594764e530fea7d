import { isRecord, parsePath, readPath, type Step } from "@journey-kit/schemas/calls";
import type { Condition, Consequence, OutcomeChoice, Scenario } from "@journey-kit/schemas/control";
import { builtInScenarios } from "./built-in.ts";
import { memoize, memoizeText } from "./cache.ts";
import { type Glob, matchesGlob, parseGlob, stepsPerCharacter } from "./glob.ts";
import { draw } from "./random.ts";
import type { Millis } from "./time.ts";

export type { OutcomeChoice, Retry, Scenario } from "@journey-kit/schemas/control";

/** The facts about a starting module that scenario conditions can test. */
export interface ModuleContext {
  readonly journey: string;
  readonly apiVersion: "v1" | "v2";
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
export interface ScenarioRule {
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
export function drawLatency(
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
const factMembers: Readonly<Record<Fact, true>> = {
  module: true,
  journey: true,
  apiVersion: true,
  variant: true,
  attempt: true,
  instance: true,
  ordinal: true,
};
const facts = Object.keys(factMembers) as readonly Fact[]; // `Object.keys` returns `string[]`

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
  return condition.subject.every(
    isRecord(context.subject) ? textTestOf(context.subject) : createTextTest(context.subject),
  );
}

/** Creates the test whether a text of a subject meets a condition. The test remembers the texts and the results. */
function createTextTest(subject: unknown): (condition: PreparedText) => boolean {
  const texts = new Map<string, readonly string[]>();
  const tested = new Map<PreparedText, boolean>();
  const textsAt = ({ path, steps }: PreparedText): readonly string[] => {
    const known = texts.get(path) ?? textsIn(readPath(subject, steps));
    texts.set(path, known);
    return known;
  };
  return (condition) => {
    const result = tested.get(condition) ?? textsAt(condition).some((text) => fits(text, condition));
    tested.set(condition, result);
    return result;
  };
}

/** All modules of a segment start with the same subject. */
const textTestOf = memoize<object, ReturnType<typeof createTextTest>>(createTextTest);

/** The texts of a value, in lower case. Numbers and booleans are compared as text. */
function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  const isText = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isText ? [String(value).toLowerCase()] : [];
}

function fits(text: string, { equals, pattern, list }: PreparedText): boolean {
  if (equals !== undefined && equals !== text) return false;
  if (pattern !== undefined && !matchesGlob(pattern, text)) return false;
  return list === undefined || list.has(text);
}

/**
 * The most that testing every rule of some scenarios for a subject can compare: each text once, and with a pattern each
 * of its characters, once for each 32 characters of the pattern.
 */
export function countMatchSteps(scenarios: readonly Scenario[], subject: unknown): number {
  let steps = 0;
  for (const { rules } of scenarios) {
    for (const { path, tests, patternSteps } of testedPathsIn(rules)) {
      for (const text of textsIn(readPath(subject, path))) steps += tests + text.length * patternSteps;
    }
  }
  return steps;
}

interface TestedPath {
  readonly path: readonly Step[];
  /** How many conditions without a pattern test it. */
  readonly tests: number;
  /** The steps of all patterns that test it, for each character. */
  readonly patternSteps: number;
}

const testedPathsIn = memoize((rules: Scenario["rules"]): readonly TestedPath[] => {
  const paths = new Map<string, TestedPath>();
  for (const { path, steps, pattern } of preparedIn(rules).flatMap(({ condition }) => condition.subject)) {
    const { tests, patternSteps } = paths.get(path) ?? { tests: 0, patternSteps: 0 };
    paths.set(path, {
      path: steps,
      tests: tests + (pattern === undefined ? 1 : 0),
      patternSteps: patternSteps + (pattern === undefined ? 0 : stepsPerCharacter(pattern)),
    });
  }
  return [...paths.values()];
});

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

const allOf = ({ scenario, scenarios }: ScenarioSettings) => [...scenarios, scenario, ...builtInScenarios];

export const findScenario = (settings: ScenarioSettings, name: string | undefined): Scenario | undefined =>
  name === undefined ? undefined : allOf(settings).find((scenario) => scenario.name === name);

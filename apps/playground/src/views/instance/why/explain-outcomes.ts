import type { Decider } from "@journey-kit/schemas/control";
import type { Run } from "../module-state.ts";
import type { Facts } from "./facts.ts";
import { capitalise, count, deciderOf, latestRuns, list, name, nameDecider, type Sentence } from "./sentence.ts";

type Tense = "found" | "will find";
type Rule = Extract<Decider, { type: "scenario" }>;

/** Says what modules found or will find, and names each rule that decided several of them only once. */
export function explainOutcomes(runs: readonly Run[], facts: Facts, tense: Tense): readonly Sentence[] {
  return Object.values(Object.groupBy(runs, keyOf)).flatMap((group = []) => {
    const [first] = group;
    const found = (run: Run): Sentence => [name(run.module), ` ${tense} ${run.outcome}`];
    if (first?.decidedBy.type === "scenario" && group.length > 1)
      return [
        explainRule(first.decidedBy, facts, tense),
        [`${capitalise(count(group.length, "module"))} ${tense === "found" ? "followed" : "will follow"} it.`],
      ];
    if (first?.decidedBy.type === "module" && tense === "found") return [[...list(group.map(found)), "."]];
    return group.map((run) => [...found(run), ...deciderOf(run, ", set by "), "."]);
  });
}

const keyOf = ({ decidedBy }: Run): string =>
  decidedBy.type === "scenario" ? `${decidedBy.rule} ${decidedBy.scenario}` : decidedBy.type;

/** Names the choice of a test person, or else the rule. */
function explainRule(rule: Rule, { scenarios = [] }: Facts, tense: Tense): Sentence {
  const found = scenarios.find((one) => one.name === rule.scenario);
  const { when, then } = (typeof rule.rule === "number" ? found?.rules[rule.rule - 1] : undefined) ?? {};
  const [person, ...others] = when?.subject ?? [];
  const isPerson = person?.path === "identity.lastNames" && person.equals !== undefined && others.length === 0;
  if (isPerson && typeof then?.outcome === "string") return ["You chose ", name(then.outcome), ` (${person.equals}).`];
  return [capitalisePart(nameDecider(rule)), tense === "found" ? " decided it." : " decides it."];
}

const capitalisePart = (part: ReturnType<typeof nameDecider>) =>
  typeof part === "string" ? capitalise(part) : { ...part, text: capitalise(part.text) };

/** Whether a run follows the rule that decided several modules, which the explanation of the instance already names. */
export function followsMany(run: Run, runs: readonly Run[]): boolean {
  const followers = latestRuns(runs).filter((one) => keyOf(one) === keyOf(run));
  return run.decidedBy.type === "scenario" && followers.length > 1;
}

/** Whether a run was decided otherwise than several other modules, so that the view marks it. */
export const isException = (run: Run, runs: readonly Run[]): boolean =>
  run.decidedBy.type !== "module" && !followsMany(run, runs) && runs.some((one) => followsMany(one, runs));

import { type GapId, gapIds, type Profile } from "@journey-kit/schemas/tables";
import { type Choice, type Constraint, type Domains, profileBy } from "../../service/domains.ts";
import type { Case, Expectation } from "./case.ts";

/** One result of a function that takes a profile, and the readings that lead to the result. */
interface Branch<T> {
  readonly choice: Choice;
  readonly value: T;
}

/**
 * Evaluates a function that takes a profile. Returns the result and the readings that the function looked up, as
 * `gap=reading`.
 */
export function consult<T>(profile: Profile, evaluate: (profile: Profile) => T) {
  const consulted = new Set<string>();
  const value = evaluate(
    profileBy((gap) => {
      const reading: unknown = Reflect.get(profile, gap);
      if (typeof reading !== "string") return undefined;
      consulted.add(`${gap}=${reading}`);
      return reading;
    }),
  );
  return { value, consulted: [...consulted] };
}

/**
 * Evaluates a function that takes a profile under every combination of possible readings. Combines only the gaps that
 * the function looks up.
 */
function explore<T>(domains: Domains, evaluate: (profile: Profile) => T): readonly Branch<T>[] {
  const branches: Branch<T>[] = [];
  const pending: Choice[] = [new Map()];
  for (let known = pending.pop(); known !== undefined; known = pending.pop()) {
    const choice = new Map(known);
    const profile = profileBy((gap) => {
      const [first, ...others] = domains.get(gap) ?? [];
      if (first === undefined || choice.has(gap)) return choice.get(gap);
      for (const other of others) pending.push(new Map([...choice, [gap, other]]));
      choice.set(gap, first);
      return first;
    });
    branches.push({ value: evaluate(profile), choice });
  }
  return branches;
}

/** What a case expects under some readings: a response, or the reason why the rule cannot be observed. */
type CaseExpectation = Expectation | { readonly hidden: string };

/** The responses that a case expects under the possible readings. */
export const expectationsOf = (one: Case, domains: Domains): readonly Branch<CaseExpectation>[] =>
  explore(domains, (profile) => {
    const hidden = one.hidden?.(profile);
    return hidden === undefined ? one.response(profile, one.request) : { hidden };
  });

/** Whether a response could rule out a reading. */
export const isInformative = (branches: readonly Branch<CaseExpectation>[]): boolean =>
  new Set(branches.flatMap(({ value }) => ("hidden" in value ? [] : [JSON.stringify(value)]))).size > 1;

/**
 * Returns the combinations of readings that a response fits. Every response fits a combination under which the rule
 * cannot be observed.
 */
export const findConstraint = (
  branches: readonly Branch<CaseExpectation>[],
  fits: (expected: Expectation) => boolean,
): Constraint => ({
  fitting: branches.flatMap(({ choice, value }) => ("hidden" in value || fits(value) ? [choice] : [])),
});

/** The undecided gaps on which the expectations of a case depend. */
export const gapsOf = (branches: readonly Branch<CaseExpectation>[], domains: Domains): readonly GapId[] =>
  gapIds.filter((id) => (domains.get(id)?.length ?? 0) > 1 && branches.some(({ choice }) => choice.has(id)));

import { type GapId, gapIds, gapOf, type Profile, presets } from "@journey-kit/schemas/tables";
import type { Case, Expectation } from "./case.ts";

/** The readings of each gap that are still possible. */
export type Domains = ReadonlyMap<string, readonly string[]>;

/** The readings that a function looked up, by gap. */
type Choice = ReadonlyMap<string, string>;

/** One result of a function that takes a profile, and the readings that lead to the result. */
interface Branch<T> {
  readonly choice: Choice;
  readonly value: T;
}

/** Combinations of readings that fit one response. */
export interface Constraint {
  readonly fitting: readonly Choice[];
}

/** Every reading of every gap. */
export const allDomains: Domains = new Map(gapIds.map((id) => [id, Object.keys(gapOf(id).options)]));

/** Creates a profile that gets each reading from a function, or from `specified` if the function returns undefined. */
const profileBy = (readingOf: (gap: string, specified: string) => string | undefined): Profile =>
  new Proxy(presets.specified, {
    get: (profile, gap) => {
      const specified = Reflect.get(profile, gap);
      return readingOf(String(gap), specified) ?? specified;
    },
  });

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

/** Returns the most likely profile: for each gap, the reading of `specified` if possible, or the first possible one. */
export const likelyProfile = (domains: Domains): Profile =>
  profileBy((gap, specified) => (domains.get(gap)?.includes(specified) ? specified : domains.get(gap)?.[0]));

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

/** The allowed combinations for each reading that requires another reading. */
const requiredReadings: readonly Constraint[] = gapIds.flatMap((id) =>
  Object.entries(gapOf(id).requires ?? {}).flatMap(([reading, others]) =>
    Object.entries(others).map(([other, accepted]) => ({
      fitting: Object.keys(gapOf(id).options).flatMap((one): readonly Choice[] =>
        one === reading
          ? accepted.map((needed) => new Map(Object.entries({ [id]: one, [other]: needed })))
          : [new Map([[id, one]])],
      ),
    })),
  ),
);

/**
 * Removes the readings that an observation rules out, and repeats this until nothing changes.
 *
 * @returns Undefined if the constraints contradict each other.
 */
export function narrow(domains: Domains, constraints: readonly Constraint[]): Domains | undefined {
  const narrowed = new Map(domains);
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const { fitting } of [...requiredReadings, ...constraints]) {
      const possible = fitting.filter((choice) =>
        [...choice].every(([gap, reading]) => narrowed.get(gap)?.includes(reading)),
      );
      if (possible.length === 0) return undefined;
      for (const gap of possible[0]?.keys() ?? []) {
        if (!possible.every((choice) => choice.has(gap))) continue;
        const kept = narrowed.get(gap)?.filter((reading) => possible.some((choice) => choice.get(gap) === reading));
        if (kept === undefined || kept.length === narrowed.get(gap)?.length) continue;
        narrowed.set(gap, kept);
        isChanged = true;
      }
    }
  }
  return narrowed;
}

/** The undecided gaps on which the expectations of a case depend. */
export const gapsOf = (branches: readonly Branch<CaseExpectation>[], domains: Domains): readonly GapId[] =>
  gapIds.filter((id) => (domains.get(id)?.length ?? 0) > 1 && branches.some(({ choice }) => choice.has(id)));

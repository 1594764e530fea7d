import type { JourneyVersion } from "@journey-kit/schemas";
import type { Condition, OutcomeChoice } from "@journey-kit/schemas/control";
import { moduleNames, moduleOf } from "@journey-kit/schemas/tables";
import { type EvaluatingJourney, findOutcome, outcomeFor } from "../engine/module.ts";
import { memoize } from "../world/cache.ts";

/** A module in a journey, or a module of the specification outside of any journey. */
export interface Use {
  readonly module: string;
  readonly variant: string;
  readonly journey: string | undefined;
  readonly apiVersion: "v1" | "v2";
  readonly definition: EvaluatingJourney;
  /** Maximum number of runs. */
  readonly attempts: number;
}

/** The variants of modules that a journey runs, each once. No two modules have a variant of the same name. */
export const usesOf = memoize((definition: JourneyVersion): readonly Use[] => {
  const { id: journey, apiVersion } = definition;
  const uses = new Map<string, Use>();
  for (const { module, variant, attempts = 1 } of definition.segments.flatMap(({ modules }) => modules)) {
    keepLonger(uses, variant, { module, variant, journey, apiVersion, definition, attempts });
  }
  return [...uses.values()];
});

/** Every variant of every module of the specification, with the default evaluation. */
export const specified: readonly Use[] = moduleNames.flatMap((module) =>
  Object.entries(moduleOf(module).variants).map(([variant, apiVersion]) => {
    return { module, variant, journey: undefined, apiVersion, definition: { apiVersion }, attempts: 1 };
  }),
);

export const canReturn = ({ definition, module }: Use, outcome: OutcomeChoice): boolean =>
  findOutcome(definition, module, outcome) !== undefined;

/** What the selected modules of a journey can do. */
export interface Abilities {
  readonly canReturn: (outcome: OutcomeChoice) => boolean;
  readonly attempts: number;
}

/** Selects the modules of a journey to which a condition can apply; undefined if there are none. */
export type Select = (when: Condition) => Abilities | undefined;

/**
 * Prepares a selection among the uses of one journey. It takes the same time however many uses there are, because a
 * scenario may have a thousand rules, and each rule is checked against every published journey.
 */
function createSelect(uses: readonly Use[]): Select {
  const [modules, variants] = [new Map<string, Use>(), new Map<string, Use>()];
  for (const use of uses) {
    keepLonger(modules, use.module, use);
    variants.set(use.variant, use);
  }
  const [first] = uses;
  let all: Abilities | undefined;
  return ({ module, journey, apiVersion, variant }) => {
    if (first === undefined || (journey ?? first.journey) !== first.journey) return undefined;
    if ((apiVersion ?? first.apiVersion) !== first.apiVersion) return undefined;
    if (module === undefined && variant === undefined) {
      all ??= combine([...modules.values()]);
      return all;
    }
    const use = variant === undefined ? modules.get(module ?? "") : variants.get(variant);
    if (use === undefined || (module ?? use.module) !== use.module) return undefined;
    return { canReturn: (outcome) => canReturn(use, outcome), attempts: use.attempts };
  };
}

export const selectIn = memoize((definition: JourneyVersion) => createSelect(usesOf(definition)));

/** Selects among the modules of the specification. */
export const selectSpecified: readonly Select[] = (["v1", "v2"] as const).map((apiVersion) =>
  createSelect(specified.filter((use) => use.apiVersion === apiVersion)),
);

function combine(uses: readonly Use[]): Abilities {
  const outcomes = new Set(
    uses.flatMap(({ definition, module }) =>
      moduleOf(module, definition).outcomes.flatMap(({ name, classification }) => [
        name,
        outcomeFor(definition, classification),
      ]),
    ),
  );
  return {
    canReturn: (outcome) => typeof outcome !== "string" || outcomes.has(outcome),
    attempts: uses.reduce((most, { attempts }) => Math.max(most, attempts), 1),
  };
}

function keepLonger(uses: Map<string, Use>, key: string, use: Use): void {
  if ((uses.get(key)?.attempts ?? 0) < use.attempts) uses.set(key, use);
}

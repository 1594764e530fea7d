import type { JourneyVersion } from "@journey-kit/schemas";
import { type ModuleOutcome, moduleNames, moduleNamesOf, moduleOf } from "@journey-kit/schemas/tables";

/** A module that a rule can name, with its possible variants and outcomes. */
export interface ModuleChoice {
  readonly name: string;
  readonly variants: readonly string[];
  readonly outcomes: readonly ModuleOutcome[];
}

/** Lists the modules of a journey or, without a journey, those of the specification and of all journeys. */
export function toModuleChoices(definitions: readonly JourneyVersion[], journey = ""): readonly ModuleChoice[] {
  const chosen = definitions.filter(({ id }) => journey === "" || id === journey);
  const names = journey === "" ? [...moduleNames, ...chosen.flatMap(moduleNamesOf)] : chosen.flatMap(usedIn);
  return [...new Set(names)].map((name) => {
    const forms = [
      ...(journey === "" ? [moduleOf(name)] : []),
      ...chosen.map((definition) => moduleOf(name, definition)),
    ];
    const outcomes = new Map(forms.flatMap((form) => form.outcomes).map((outcome) => [outcome.name, outcome]));
    const variants = new Set(forms.flatMap((form) => Object.keys(form.variants)));
    return { name, variants: [...variants], outcomes: [...outcomes.values()] };
  });
}

const usedIn = ({ segments }: JourneyVersion): readonly string[] =>
  segments.flatMap(({ modules }) => modules.map(({ module }) => module));

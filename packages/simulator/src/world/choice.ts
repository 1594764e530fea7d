import type { Scenario } from "./scenario.ts";
import { shippedScenarios } from "./shipped-scenario.ts";

/** The scenarios of a world by name: its own come before those that ship. */
export const scenariosOf = ({ scenarios }: { readonly scenarios: readonly Scenario[] }): readonly Scenario[] => [
  ...scenarios,
  ...shippedScenarios.filter(({ name }) => !scenarios.some((own) => own.name === name)),
];

/** Finds a scenario of a world; undefined where none is asked for, or there is none of the name. */
export const findScenario = (
  settings: { readonly scenarios: readonly Scenario[] },
  name: string | undefined,
): Scenario | undefined => scenariosOf(settings).find((scenario) => scenario.name === name);

import type { JourneyVersion } from "@journey-kit/schemas";
import type { Consequence } from "@journey-kit/schemas/control";
import { type ModuleOutcome, moduleNames, moduleNamesOf, moduleOf } from "@journey-kit/schemas/tables";
import type { Option } from "../../ui/schema-form/field.ts";

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

/** How a module run ends: with its usual outcome, a chosen or a custom outcome, a failure, or not at all. */
export type Result = Pick<Consequence, "outcome" | "ends">;

const outcomePrefix = "outcome ";

const leads: readonly Option[] = [
  { value: `${outcomePrefix}accept`, label: "accept", hint: "An outcome that leads to accept" },
  { value: `${outcomePrefix}refer`, label: "refer", hint: "An outcome that leads to refer, if it has one" },
  { value: `${outcomePrefix}reject`, label: "reject", hint: "An outcome that leads to reject, if it has one" },
];

/**
 * Lists the results of the named module or, without a name, those of every module. `current` is listed even if it is
 * unknown.
 */
export function toResultOptions(modules: readonly ModuleChoice[], module: string, current: Result): readonly Option[] {
  const outcomes = toOutcomeOptions(modules, module);
  const options: readonly Option[] = [
    { value: "usual", label: "its usual outcome", hint: "What the module returns without this rule" },
    ...(module === "" ? [] : outcomes),
    ...leads,
    { value: "fail", label: "fails to complete", hint: "The instance fails" },
    { value: "never", label: "never finishes", hint: "The instance waits for the module" },
    ...(module === "" ? outcomes : []),
  ];
  const value = toResultValue(current);
  const { outcome } = current;
  const isKnown = options.some((option) => option.value === value) || typeof outcome !== "string";
  return isKnown ? options : [...options, { value, label: outcome, hint: "Not an outcome of this module" }];
}

/** A rule for every module can name an outcome too. It then applies to the modules that have the outcome. */
function toOutcomeOptions(modules: readonly ModuleChoice[], module: string): readonly Option[] {
  const named = modules.filter(({ name }) => module === "" || name === module);
  const names = new Set(named.flatMap(({ outcomes }) => outcomes.map(({ name }) => name)));
  return [...names].map((label) => {
    const owners = named.filter(({ outcomes }) => outcomes.some(({ name }) => name === label));
    const classification = owners[0]?.outcomes.find(({ name }) => name === label)?.classification;
    const hint = module === "" ? `Only ${owners.map(({ name }) => name).join(", ")}` : classification;
    return { value: outcomePrefix + label, label, ...(hint !== undefined && { hint }) };
  });
}

/** Converts a result to a value of the list. */
export function toResultValue({ outcome, ends }: Result): string {
  if (ends !== undefined) return ends;
  if (typeof outcome === "object") return "custom";
  return outcome === undefined ? "usual" : outcomePrefix + outcome;
}

/** Converts a value of the list to a result. */
export function fromResultValue(value: string): Result {
  if (value.startsWith(outcomePrefix)) return { outcome: value.slice(outcomePrefix.length) };
  if (value === "fail" || value === "never") return { ends: value };
  return value === "custom" ? { outcome: { name: "", classification: "neutral" } } : {};
}

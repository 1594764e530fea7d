import type { ModuleChoice } from "./module-choices.ts";
import type { ConsequenceForm, Result } from "./scenario-form.ts";

/** An entry of the list of results. */
interface ResultOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

const outcomePrefix = "outcome ";

const leads: readonly ResultOption[] = [
  { value: `${outcomePrefix}accept`, label: "accept", hint: "An outcome that leads to accept" },
  { value: `${outcomePrefix}refer`, label: "refer", hint: "An outcome that leads to refer, if it has one" },
  { value: `${outcomePrefix}reject`, label: "reject", hint: "An outcome that leads to reject, if it has one" },
];

/**
 * Lists the results of the named module or, without a name, those of every module. `current` is listed even if it is
 * unknown.
 */
export function toResultOptions(
  modules: readonly ModuleChoice[],
  module: string,
  current: Pick<ConsequenceForm, "result" | "outcome">,
): readonly ResultOption[] {
  const outcomes = toOutcomeOptions(modules, module);
  const options: readonly ResultOption[] = [
    { value: "usual", label: "its usual outcome", hint: "What the module returns without this rule" },
    ...(module === "" ? [] : outcomes),
    ...leads,
    { value: "fail", label: "fails to complete", hint: "The instance fails" },
    { value: "never", label: "never finishes", hint: "The instance waits for the module" },
    ...(module === "" ? outcomes : []),
  ];
  const value = toResultValue(current);
  const isKnown = options.some((option) => option.value === value) || current.result === "custom";
  return isKnown ? options : [...options, { value, label: current.outcome, hint: "Not an outcome of this module" }];
}

/** A rule for every module can name an outcome too. It then applies to the modules that have the outcome. */
function toOutcomeOptions(modules: readonly ModuleChoice[], module: string): readonly ResultOption[] {
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
export const toResultValue = ({ result, outcome }: Pick<ConsequenceForm, "result" | "outcome">): string =>
  result === "outcome" ? outcomePrefix + outcome : result;

/** Converts a value of the list to a result. */
export function fromResultValue(value: string): { readonly result: Result; readonly outcome: string } {
  if (value.startsWith(outcomePrefix)) return { result: "outcome", outcome: value.slice(outcomePrefix.length) };
  const result = (["fail", "never", "custom"] as const).find((one) => one === value) ?? "usual";
  return { result, outcome: "" };
}

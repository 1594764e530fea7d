import type { ModuleChoice } from "./module-choices.ts";
import type { ConsequenceForm, Result } from "./scenario-form.ts";

/** An entry of the list of results. */
export interface ResultOption {
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

/** Lists what the named module can come to, or every module without a name. `current` is listed even if it is unknown. */
export function toResultOptions(
  modules: readonly ModuleChoice[],
  module: string,
  current: Pick<ConsequenceForm, "result" | "outcome">,
): readonly ResultOption[] {
  const outcomes = modules.find(({ name }) => name === module)?.outcomes ?? [];
  const options: readonly ResultOption[] = [
    { value: "usual", label: "its usual outcome", hint: "What the module returns without this rule" },
    ...outcomes.map(({ name, classification }) => ({ value: outcomePrefix + name, label: name, hint: classification })),
    ...leads,
    { value: "fail", label: "fails to complete", hint: "The instance fails" },
    { value: "never", label: "never finishes", hint: "The instance waits for the module" },
  ];
  const value = toResultValue(current);
  const isKnown = options.some((option) => option.value === value) || current.result === "custom";
  return isKnown ? options : [...options, { value, label: current.outcome, hint: "Not an outcome of this module" }];
}

/** The value of the list for a result. */
export const toResultValue = ({ result, outcome }: Pick<ConsequenceForm, "result" | "outcome">): string =>
  result === "outcome" ? outcomePrefix + outcome : result;

/** The result for a value of the list. */
export function fromResultValue(value: string): { readonly result: Result; readonly outcome: string } {
  if (value.startsWith(outcomePrefix)) return { result: "outcome", outcome: value.slice(outcomePrefix.length) };
  const result = (["fail", "never", "custom"] as const).find((one) => one === value) ?? "usual";
  return { result, outcome: "" };
}

import type { Retry } from "@journey-kit/schemas/control";
import type { Classification } from "@journey-kit/schemas/tables";

/** A scenario as the fields of a form. An empty text means that the value is not set. */
export interface ScenarioForm {
  /** The `$schema` of the file, which the form keeps but does not show. */
  readonly schema: string | undefined;
  readonly name: string;
  readonly description: string;
  readonly seed: string;
  readonly readings: readonly ReadingForm[];
  readonly rules: readonly RuleForm[];
  readonly otherwise: ConsequenceForm | undefined;
}

/** A reading that a scenario sets for its instances. */
export interface ReadingForm {
  readonly gap: string;
  readonly reading: string;
}

/** A rule as the fields of a form. `key` identifies the rule when rules change places. */
export interface RuleForm {
  readonly key: string;
  readonly when: ConditionForm;
  readonly then: ConsequenceForm;
}

/** The conditions of a rule as the fields of a form. */
export interface ConditionForm {
  readonly journey: string;
  readonly apiVersion: "" | "v1" | "v2";
  readonly module: string;
  readonly variant: string;
  readonly attempt: string;
  readonly instance: string;
  readonly ordinal: string;
  readonly subject: readonly SubjectForm[];
}

/** A condition on the subject. The form shows one test for each path. */
export interface SubjectForm {
  readonly key: string;
  readonly path: string;
  readonly test: SubjectTest;
  /** The value to compare; a comma-separated list for the test `in`. */
  readonly value: string;
}

/** How a condition tests a value in the subject. */
type SubjectTest = "equals" | "matches" | "in";

/** The consequence of a rule as the fields of a form. */
export interface ConsequenceForm {
  readonly result: Result;
  /** Name of the outcome, or `accept`, `refer` or `reject`, if the result is an outcome. */
  readonly outcome: string;
  readonly classification: Classification;
  readonly customAdvice: string;
  readonly advice: string;
  readonly retry: "" | Retry;
  /** Milliseconds, or the lower end of a range. */
  readonly latency: string;
  /** The upper end of a range in milliseconds. */
  readonly latencyMax: string;
}

/** How a module run ends: with its usual outcome, a chosen outcome, a custom outcome, a failure, or not at all. */
export type Result = "usual" | "outcome" | "custom" | "fail" | "never";

/** The fields of a condition that matches every module run. */
export const anyCondition: ConditionForm = {
  journey: "",
  apiVersion: "",
  module: "",
  variant: "",
  attempt: "",
  instance: "",
  ordinal: "",
  subject: [],
};

/** The fields of a consequence that changes nothing. */
export const usualConsequence: ConsequenceForm = {
  result: "usual",
  outcome: "",
  classification: "neutral",
  customAdvice: "",
  advice: "",
  retry: "",
  latency: "",
  latencyMax: "",
};

/** One normative sentence of the specification, in our words. */
export interface Rule {
  /** Section of the specification. */
  readonly spec: string;
  readonly text: string;
  /** False where no exchange can show whether the rule is kept. */
  readonly observable?: false;
  /** Why it cannot be observed. */
  readonly why?: string;
}

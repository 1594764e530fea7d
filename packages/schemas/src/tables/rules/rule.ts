/** One normative sentence of the specification, in our own words. */
export interface Rule {
  /** Section of the specification. */
  readonly spec: string;
  readonly text: string;
  /** False if no exchange can show whether a service follows the rule. */
  readonly observable?: false;
  /** Why no exchange can show whether a service follows the rule. Set only if `observable` is false. */
  readonly why?: string;
}

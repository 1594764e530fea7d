/** A way to send the data of a step. */
export interface StepAction {
  readonly label: string;
  /** Builds the body of the request. */
  readonly toBody: (subject: unknown, sent: readonly string[]) => unknown;
}

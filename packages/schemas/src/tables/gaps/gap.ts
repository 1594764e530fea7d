/** A question that the specification leaves open, its plausible answers, and the two that ship. */
export interface Gap {
  /** Section of the specification that raises the question. */
  readonly spec: string;
  readonly question: string;
  /**
   * Where a reading takes effect: `machine` readings are pinned when an instance starts, `wire` readings are applied to
   * each exchange as it happens, `client` readings concern the caller alone.
   */
  readonly kind: "machine" | "wire" | "client";
  /** Each reading, with one sentence on what it changes. One reading alone is a recorded decision. */
  readonly options: Readonly<Record<string, string>>;
  /** The reading of the `specified` profile. */
  readonly specified: string;
  /** The reading of the `observed` profile. */
  readonly observed: string;
  /** For a reading that makes sense only beside others: the gaps it depends on and their acceptable readings. */
  readonly requires?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** False where no exchange shows which reading holds. */
  readonly observable?: false;
  /** Why it cannot be observed. */
  readonly why?: string;
}

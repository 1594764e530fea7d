/** A question that the specification leaves open, and the possible readings. */
export interface Gap {
  /** Section of the specification. */
  readonly spec: string;
  readonly question: string;
  /**
   * Where a reading takes effect. An instance keeps the `engine` readings that it started with. `wire` readings apply
   * to each request. `client` readings affect only the client.
   */
  readonly kind: "engine" | "wire" | "client";
  /** The possible answers, by reading. A gap with one reading records a decision. */
  readonly options: Readonly<Record<string, string>>;
  /** The reading in the `specified` profile. */
  readonly specified: string;
  /** The reading in the `observed` profile. */
  readonly observed: string;
  /** Public evidence that supports the `observed` reading. */
  readonly evidence?: string;
  /**
   * The readings of other gaps that a reading of this gap requires, by reading. Omits the readings that require none.
   */
  readonly requires?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** False if no exchange can show which reading applies. */
  readonly observable?: false;
  /** Why no exchange can show which reading applies. Set only if `observable` is false. */
  readonly why?: string;
}

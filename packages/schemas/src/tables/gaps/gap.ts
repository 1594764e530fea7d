/** A question that the specification leaves open, with its readings. */
export interface Gap {
  /** Section of the specification. */
  readonly spec: string;
  readonly question: string;
  /**
   * Where a reading takes effect. An instance pins `engine` readings when it starts. `wire` readings apply to each
   * request. `client` readings affect only the client.
   */
  readonly kind: "engine" | "wire" | "client";
  /** The readings, each with its answer to the question. A single reading is a recorded decision. */
  readonly options: Readonly<Record<string, string>>;
  /** The reading of the `specified` profile. */
  readonly specified: string;
  /** The reading of the `observed` profile. */
  readonly observed: string;
  /** The other gaps that a reading depends on, with their allowed readings. */
  readonly requires?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** False if no exchange can show which reading applies. */
  readonly observable?: false;
  /** Why no exchange can show it. */
  readonly why?: string;
}

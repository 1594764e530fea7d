/** A place in a source that speaks v1, and what v2 has instead. */
export interface Finding {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** How v1 shows: as the path of an endpoint, as a method of our client, or as a member that v2 does not have. */
  readonly kind: "path" | "call" | "shape";
  /** The endpoint, method or member in the specification's words; never the text of the source around it. */
  readonly found: string;
  readonly replacement: string;
  /** Whether the specification deprecates it, or it merely belongs to v1. Spec 4.3. */
  readonly deprecated: boolean;
  /** Section of the specification. */
  readonly spec: string;
}

/** A source that could not be read to its end, so that it may hold more than was found. */
export interface Problem {
  readonly file: string;
  /** From 1; 1 where the file could not be read at all. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What one source, or many, came to. */
export interface Scan {
  readonly findings: readonly Finding[];
  readonly problems: readonly Problem[];
}

/** A finding before it is known where. */
export type Match = Omit<Finding, "file" | "line" | "column">;

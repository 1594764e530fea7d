import type { Evidence, Judgement } from "./evidence.ts";
import type { ProbeId } from "./probes.ts";

/** One thing that a client owes to the service, or to who uses it. */
export interface Obligation {
  /** Section of the specification that it comes from. */
  readonly spec: string;
  readonly text: string;
  /** Whether breaking it is a failure, or worth a warning. */
  readonly strength: "must" | "warning";
  /** The situations that can show it. */
  readonly probes: readonly ProbeId[] | "all";
  readonly judge: (evidence: Evidence) => Judgement;
  /** Holds its peace where another obligation was broken in the same situation, which is why this one is. */
  readonly isConsequence?: true;
}

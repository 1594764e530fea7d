import type { Evidence, Judgement } from "./evidence.ts";
import type { SituationId } from "./situations.ts";

/** One requirement on a client. */
export interface Requirement {
  /** Section of the specification that it comes from. */
  readonly spec: string;
  readonly text: string;
  /** Whether breaking it is a failure or a warning. */
  readonly strength: "must" | "warning";
  /** The situations that can show it. */
  readonly situations: readonly SituationId[] | "all";
  readonly judge: (evidence: Evidence) => Judgement;
  /** Requirements that explain this one: it is not reported if one of them is broken in the same situation. */
  readonly isConsequence?: true;
}

import { isFinal, standingOf } from "./status.ts";

/** The decisions of an evaluation. Spec 1. */
export type Decision = "accept" | "reject" | "refer";

/**
 * The conclusion of an instance. Spec 1, 3.1.
 *
 * `undecided` while it runs, is paused or is in review; `failed` after an error; `unknown` if it has ended without an
 * outcome or with an unknown one.
 */
export type Outcome = Decision | "undecided" | "failed" | "unknown";

/** Maps the journey's own words for its outcomes. Gap `outcome-spelling`. */
export type OutcomeSpelling = Readonly<Partial<Record<Decision, string>>>;

const decisions: readonly Decision[] = ["accept", "reject", "refer"];

/** Derives the conclusion from an instance's status and its spelled outcome. Spec 1; gap `outcome-spelling`. */
export function toOutcome(status: string, spelled: string | undefined, spelling: OutcomeSpelling = {}): Outcome {
  const standing = standingOf(status);
  if (!isFinal(standing)) return "undecided";
  return standing === "failed" ? standing : (toDecision(spelled, spelling) ?? "unknown");
}

function toDecision(spelled: string | undefined, spelling: OutcomeSpelling): Decision | undefined {
  if (spelled === undefined) return undefined;
  const plain = spelled.trim().toLowerCase();
  const word = plain.replace(/^decision: /, "").replace("manual review", "refer");
  return (
    decisions.find((decision) => spelling[decision] === spelled) ?? decisions.find((decision) => decision === word)
  );
}

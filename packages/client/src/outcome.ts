import { isFinal, standingOf } from "./status.ts";

/** What an evaluation can decide. Spec 1. */
export type Decision = "accept" | "reject" | "refer";

/**
 * What an instance came to. Spec 1, 3.1.
 *
 * `undecided` while it goes on, paused and in review included; `failed` when it broke; `unknown` when it is over and does
 * not say what was decided, or says so in a word that is not known.
 */
export type Outcome = Decision | "undecided" | "failed" | "unknown";

/** How a journey spells its outcomes, where it has words of its own. Gap `outcome-spelling`. */
export type OutcomeSpelling = Readonly<Partial<Record<Decision, string>>>;

const decisions: readonly Decision[] = ["accept", "reject", "refer"];

/** Reads what was decided from where an instance stands and the word that it shows. Spec 1; gap `outcome-spelling`. */
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

import type { Coverage } from "@journey-kit/schemas/control";
import { entriesOf, memberOf } from "./member.ts";

/** What one interaction of a pact came to. */
export interface VerifiedInteraction {
  readonly consumer: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly passed: boolean;
  /** Where the answer is not as the pact has it, a line each. */
  readonly problems: readonly string[];
}

/** What a verification came to. */
export interface Verification {
  readonly passed: boolean;
  readonly interactions: readonly VerifiedInteraction[];
  /** What kept the verifier from its work: states that could not be reached, a simulator that could not. */
  readonly problems: readonly string[];
  /** What the calls of all interactions have met. */
  readonly coverage: Coverage;
}

/** Reads what Pact's verifier has found; a text that is no finding of it is a problem. */
export function toVerification(text: string, problems: readonly string[]): Omit<Verification, "coverage"> {
  const found = parse(text);
  const interactions = entriesOf(memberOf(found, "interactionResults")).map(toInteraction);
  const all = found === undefined ? [...problems, text] : problems;
  return { passed: memberOf(found, "result") === true && all.length === 0, interactions, problems: all };
}

const toInteraction = (result: unknown): VerifiedInteraction => ({
  consumer: String(memberOf(result, "consumer")),
  description: String(memberOf(result, "description")),
  states: entriesOf(memberOf(result, "providerStates")).map(String),
  passed: memberOf(result, "result") === "OK",
  problems: entriesOf(memberOf(result, "mismatch", "mismatches")).map(toProblem),
});

function toProblem(mismatch: unknown): string {
  const [where, what] = [memberOf(mismatch, "path") ?? memberOf(mismatch, "key"), memberOf(mismatch, "mismatch")];
  return [where, what].filter((part) => typeof part === "string").join(": ");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

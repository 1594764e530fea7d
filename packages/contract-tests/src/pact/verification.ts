import type { Coverage } from "@journey-kit/schemas/control";
import { entriesOf, memberOf } from "./member.ts";

/** The result of one interaction. */
export interface VerifiedInteraction {
  readonly consumer: string;
  readonly description: string;
  readonly states: readonly string[];
  readonly passed: boolean;
  /** The differences between response and pact, one per line. */
  readonly problems: readonly string[];
}

/** The result of a verification. */
export interface Verification {
  readonly passed: boolean;
  readonly interactions: readonly VerifiedInteraction[];
  /** Problems that prevented verification: unreachable states or simulator. */
  readonly problems: readonly string[];
  /** Coverage of the calls of all interactions. */
  readonly coverage: Coverage;
}

/** Parses the output of Pact's verifier; any other text is a problem. */
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

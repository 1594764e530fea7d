import { isRecord, listOf, memberOf } from "../json.ts";
import { isFinal, phaseOf, type Status } from "./status.ts";

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

/** Derives the conclusion from an instance's status and its rawOutcome outcome. Spec 1; gap `outcome-spelling`. */
function toOutcome(status: string, rawOutcome: string | undefined, spelling: OutcomeSpelling = {}): Outcome {
  const phase = phaseOf(status);
  if (!isFinal(phase)) return "undecided";
  return phase === "failed" ? phase : (toDecision(rawOutcome, spelling) ?? "unknown");
}

function toDecision(rawOutcome: string | undefined, spelling: OutcomeSpelling): Decision | undefined {
  if (rawOutcome === undefined) return undefined;
  const plain = rawOutcome.trim().toLowerCase();
  const word = plain.replace(/^decision: /, "").replace("manual review", "refer");
  return (
    decisions.find((decision) => spelling[decision] === rawOutcome) ?? decisions.find((decision) => decision === word)
  );
}

/** A module that has run, whichever generation it ran in. Spec 4.2, 9. */
export interface ResultStep {
  /** The module's v2 name; for v1, the name of its variant. */
  readonly name: string;
  /** The module's key in the v1 flow. Gap `v1-variant-id`. */
  readonly variant?: string;
  /** The module's own outcome, for example `Match`; undefined if the state omits it. */
  readonly outcome: string | undefined;
  /** Match scores and other findings. */
  readonly advice: Readonly<Record<string, unknown>>;
}

/** The result in a state, in one form for both generations and every reading. Spec 4.2, 9. */
export interface InstanceResult {
  readonly instanceId: string;
  readonly status: Status;
  readonly outcome: Outcome;
  /** The outcome as rawOutcome in the state; undefined if there is none. Gap `outcome-spelling`. */
  readonly rawOutcome: string | undefined;
  /** The modules that have run, without the evaluation. Gap `decision-step`. */
  readonly steps: readonly ResultStep[];
}

/** The members that every state has; the rest depends on readings. Spec 4.2, 4.3. */
export interface State {
  readonly instanceId: string;
  readonly status: Status;
}

/**
 * Normalises a state of either generation. Spec 4.2, 9.
 *
 * Checks both places of the outcome in a v2 state (gap `state-result-place`), accepts it as an object or a bare name
 * (gap `state-result-shape`), and checks both places of the flow in a v1 state (gap `v1-flow-place`).
 */
export function toInstanceResult(state: State, spelling?: OutcomeSpelling): InstanceResult {
  const { instanceId, status } = state;
  const v2Process = memberOf(memberOf(state, "context"), "process");
  const isV2 = isRecord(v2Process);
  const { rawOutcome, steps } = isV2 ? readV2(state, v2Process) : readV1(memberOf(state, "data"));
  return { instanceId, status, outcome: toOutcome(status, rawOutcome, spelling), rawOutcome, steps };
}

type Found = Pick<InstanceResult, "rawOutcome" | "steps">;

function readV2(state: unknown, process: unknown): Found {
  const rows = listOf(memberOf(process, "steps"));
  const decision = rows.findLast((row) => memberOf(row, "name") === undefined);
  return {
    rawOutcome:
      readResult(memberOf(process, "result")) ??
      readResult(memberOf(memberOf(state, "context"), "result")) ??
      toText(memberOf(decision, "outcome")),
    steps: rows.flatMap((row) => {
      const name = toText(memberOf(row, "name"));
      if (name === undefined) return [];
      const advice = toAdvice(row);
      return [{ name, outcome: toText(memberOf(row, "outcome")) ?? toText(advice.outcome), advice }];
    }),
  };
}

/** Gap `state-result-shape`. */
const readResult = (result: unknown): string | undefined => toText(result) ?? toText(memberOf(result, "outcome"));

/** Gaps `v1-flow-place`, `v1-outcome-place`. */
function readV1(found: unknown): Found {
  const process = [found, memberOf(found, "context")].map((place) => memberOf(place, "process")).find(isRecord);
  const flow = memberOf(process, "flow");
  const entries = Object.entries(isRecord(flow) ? flow : {}).map(([variant, entry]) => {
    const result = memberOf(entry, "result");
    return { name: variant, variant, outcome: toText(memberOf(result, "outcome")), advice: toAdvice(result) };
  });
  // The key of a decision is not specified, so an outcome that starts with `Decision: ` counts as well.
  const decision = entries.find(({ variant, outcome }) => variant === "decision" || outcome?.startsWith("Decision: "));
  const rawOutcome = toText(memberOf(process, "outcome")) ?? decision?.outcome;
  return { rawOutcome, steps: entries.filter((entry) => entry !== decision) };
}

const toText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function toAdvice(owner: unknown): Readonly<Record<string, unknown>> {
  const advice = memberOf(owner, "advice");
  return isRecord(advice) ? advice : {};
}

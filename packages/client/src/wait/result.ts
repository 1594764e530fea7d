import { isRecord, listOf, memberOf } from "@journey-kit/schemas/calls";
import type { JourneyStatus } from "../types/shared.ts";

/** The wire status of an instance: a word from the specification, or any other word. Spec 2.2, 3.1. */
export type Status = JourneyStatus | (string & {});

/**
 * What an instance is doing, according to its status and its decision. `reviewing`: the state shows a decision, but the
 * instance has not ended. `unknown`: the specification does not define the status.
 */
export type Phase = "running" | "paused" | "reviewing" | "completed" | "failed" | "unknown";

/** The phases that the status alone determines. */
export type StatusPhase = Exclude<Phase, "reviewing">;

/** Whether the instance has ended. Spec 4.4. */
export const hasEnded = (phase: Phase): phase is "completed" | "failed" => phase === "completed" || phase === "failed";

const phasesByStatus: ReadonlyMap<unknown, StatusPhase> = new Map([
  ["InProgress", "running"],
  ["Paused", "paused"],
  ["Completed", "completed"],
  ["Failed", "failed"],
  ["Error", "failed"],
]);

/** Converts a status to a phase. `Failed` and `Error` become the same phase. Spec 3.1, 4.4; gap `failure-status`. */
export const phaseOf = (status: unknown): StatusPhase => phasesByStatus.get(status) ?? "unknown";

/** The decisions of an evaluation. Spec 1. */
export type Decision = "accept" | "reject" | "refer";

/**
 * The conclusion of an instance. Spec 1, 3.1.
 *
 * `undecided` until the instance has ended; `failed` if the instance failed; `unknown` if it has ended without an
 * outcome or with an unknown one.
 */
export type Outcome = Decision | "undecided" | "failed" | "unknown";

/** The journey's own word for each decision, for example `{ accept: "Green" }`. Gap `outcome-spelling`. */
export type OutcomeSpelling = Readonly<Partial<Record<Decision, string>>>;

const decisions: readonly Decision[] = ["accept", "reject", "refer"];

/** Derives the conclusion from the status and the raw outcome of an instance. Spec 1; gap `outcome-spelling`. */
function concludedOutcome(status: string, rawOutcome: string | undefined, spelling: OutcomeSpelling = {}): Outcome {
  const phase = phaseOf(status);
  if (!hasEnded(phase)) return "undecided";
  return phase === "failed" ? phase : (parseDecision(rawOutcome, spelling) ?? "unknown");
}

function parseDecision(rawOutcome: string | undefined, spelling: OutcomeSpelling): Decision | undefined {
  if (rawOutcome === undefined) return undefined;
  const plain = rawOutcome.trim().toLowerCase();
  const word = plain.replace(/^decision: /, "").replace("manual review", "refer");
  return (
    decisions.find((decision) => spelling[decision] === rawOutcome) ?? decisions.find((decision) => decision === word)
  );
}

/** A module that has run, in the same form for v1 and v2. Spec 4.2, 9. */
export interface ResultStep {
  /** The name of the module; for v1, the same as `variant`. */
  readonly name: string;
  /** The module's key in the v1 flow. Gap `v1-variant-id`. */
  readonly variant?: string;
  /** The module's own outcome, for example `Match`; undefined if the state omits it. */
  readonly outcome: string | undefined;
  /** Match scores and other data from the module. */
  readonly advice: Readonly<Record<string, unknown>>;
}

/** The result of an instance, in the same form for v1, v2 and every reading. Spec 4.2, 9. */
export interface InstanceResult {
  readonly instanceId: string;
  readonly status: Status;
  readonly outcome: Outcome;
  /** The outcome as the service spells it; undefined if the state has no outcome. Gap `outcome-spelling`. */
  readonly rawOutcome: string | undefined;
  /** The modules that have run, without the evaluation. Gap `decision-step`. */
  readonly steps: readonly ResultStep[];
}

/** The members of a state response that exist under every reading. Spec 4.2, 4.3. */
export interface State {
  readonly instanceId: string;
  readonly status: Status;
}

/**
 * Converts a v1 or v2 state to a result. Spec 4.2, 9.
 *
 * In a v2 state, the result and the steps may be in several places (gaps `state-result-place`, `state-steps-place`), and
 * the result may be an object or a string (gap `state-result-shape`). In a v1 state, the flow may be in two places (gap
 * `v1-flow-place`).
 */
export function toInstanceResult(state: State, spelling?: OutcomeSpelling): InstanceResult {
  const { instanceId, status } = state;
  const isV2 = isRecord(memberOf(state, "context")) || Array.isArray(memberOf(state, "steps"));
  const { rawOutcome, steps } = isV2 ? readV2(state) : readV1(memberOf(state, "data"));
  return { instanceId, status, outcome: concludedOutcome(status, rawOutcome, spelling), rawOutcome, steps };
}

type FoundResult = Pick<InstanceResult, "rawOutcome" | "steps">;

function readV2(state: unknown): FoundResult {
  const context = memberOf(state, "context");
  const places = [memberOf(context, "process"), context, state];
  const rows = listOf(places.map((place) => memberOf(place, "steps")).find(Array.isArray));
  const decision = rows.findLast((row) => memberOf(row, "name") === undefined);
  const results = places.map((place) => readResult(memberOf(place, "result")));
  return {
    rawOutcome: [...results, textOf(memberOf(decision, "outcome"))].find((outcome) => outcome !== undefined),
    steps: rows.flatMap((row) => {
      const name = textOf(memberOf(row, "name"));
      if (name === undefined) return [];
      const advice = adviceOf(row);
      return [{ name, outcome: textOf(memberOf(row, "outcome")) ?? textOf(advice.outcome), advice }];
    }),
  };
}

/** Gap `state-result-shape`. */
const readResult = (result: unknown): string | undefined => textOf(result) ?? textOf(memberOf(result, "outcome"));

/** Gaps `v1-flow-place`, `v1-outcome-place`. */
function readV1(found: unknown): FoundResult {
  const process = [found, memberOf(found, "context")].map((place) => memberOf(place, "process")).find(isRecord);
  const flow = memberOf(process, "flow");
  const entries = Object.entries(isRecord(flow) ? flow : {}).map(([variant, entry]) => {
    const result = memberOf(entry, "result");
    return { name: variant, variant, outcome: textOf(memberOf(result, "outcome")), advice: adviceOf(result) };
  });
  // The specification does not define the key of the decision, so the prefix `Decision: ` marks a decision too.
  const decision = entries.find(({ variant, outcome }) => variant === "decision" || outcome?.startsWith("Decision: "));
  const rawOutcome = textOf(memberOf(process, "outcome")) ?? decision?.outcome;
  return { rawOutcome, steps: entries.filter((entry) => entry !== decision) };
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function adviceOf(owner: unknown): Readonly<Record<string, unknown>> {
  const advice = memberOf(owner, "advice");
  return isRecord(advice) ? advice : {};
}

import { isRecord, listOf, memberOf } from "./json.ts";
import { type Outcome, type OutcomeSpelling, toOutcome } from "./outcome.ts";
import type { Status } from "./status.ts";

/** A module that has run, whichever generation it ran in. Spec 4.2, 9. */
export interface ResultStep {
  /** The module as v2 names it; v1 shows its variant alone, and then this is the variant. */
  readonly name: string;
  /** Key under which v1 keeps it. Gap `v1-variant-id`. */
  readonly variant?: string;
  /** The module's own word, for example `Match`; undefined where the state does not show it. */
  readonly outcome: string | undefined;
  /** Match scores and what else the module found. */
  readonly advice: Readonly<Record<string, unknown>>;
}

/** What a state says, in one form for both generations and for every reading. Spec 4.2, 9. */
export interface InstanceResult {
  readonly instanceId: string;
  readonly status: Status;
  readonly outcome: Outcome;
  /** The outcome as the state spells it; undefined where the state shows none. Gap `outcome-spelling`. */
  readonly spelled: string | undefined;
  /** The modules that have run; the evaluation is no step here. Gap `decision-step`. */
  readonly steps: readonly ResultStep[];
}

/** The members that a state of either generation is sure to have; the rest differs by reading. Spec 4.2, 4.3. */
export interface State {
  readonly instanceId: string;
  readonly status: Status;
}

/**
 * Brings a state of either generation to one form. Spec 4.2, 9.
 *
 * It looks in both places where a v2 state may put its outcome (gap `state-result-place`), takes it as an object or as
 * its bare name (gap `state-result-shape`), and finds the flow of a v1 state in both of its places (gap `v1-flow-place`).
 */
export function toInstanceResult(state: State, spelling?: OutcomeSpelling): InstanceResult {
  const { instanceId, status } = state;
  const v2Process = memberOf(memberOf(state, "context"), "process");
  const isV2 = isRecord(v2Process);
  const { spelled, steps } = isV2 ? readV2(state, v2Process) : readV1(memberOf(state, "data"));
  return { instanceId, status, outcome: toOutcome(status, spelled, spelling), spelled, steps };
}

type Found = Pick<InstanceResult, "spelled" | "steps">;

function readV2(state: unknown, process: unknown): Found {
  const rows = listOf(memberOf(process, "steps"));
  const decision = rows.findLast((row) => memberOf(row, "name") === undefined);
  return {
    spelled:
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
  const processes = [memberOf(found, "process"), memberOf(memberOf(found, "context"), "process")];
  const flow = processes.map((process) => memberOf(process, "flow")).find(isRecord) ?? {};
  const spelled = processes.map((process) => toText(memberOf(process, "outcome"))).find((word) => word !== undefined);
  const steps = Object.entries(flow).map(([variant, entry]) => {
    const result = memberOf(entry, "result");
    return { name: variant, variant, outcome: toText(memberOf(result, "outcome")), advice: toAdvice(result) };
  });
  return { spelled, steps };
}

const toText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function toAdvice(owner: unknown): Readonly<Record<string, unknown>> {
  const advice = memberOf(owner, "advice");
  return isRecord(advice) ? advice : {};
}

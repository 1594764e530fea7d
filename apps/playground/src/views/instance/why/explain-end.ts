import { defaultEvaluation } from "@journey-kit/schemas/tables";
import { formatDuration } from "../../../text/format.ts";
import { statusLabels } from "../../../text/status.ts";
import { statusTones } from "../../../text/tones.ts";
import { noticeable, type Run, timeOf } from "../module-state.ts";
import { explainOutcomes } from "./explain-outcomes.ts";
import type { Facts, Move, Why } from "./facts.ts";
import { count, deciderOf, latestRuns, name, names, type Sentence } from "./sentence.ts";

type Outcome = NonNullable<Facts["explanation"]["outcome"]>;

const runAgain: Move = { action: "run-again", label: "Run again" };

/** Explains why an instance waits for a review. Gap `refer-ends-journey`. */
export function explainReviewing(facts: Facts): Why {
  return {
    tone: "fair",
    title: "Waiting for a review.",
    sentences: [
      ...explainDecision(facts, "refer"),
      ["A reviewer decides the outcome (gap ", { kind: "gap", text: "refer-ends-journey" }, ")."],
    ],
    moves: [
      { action: "accept", label: "Accept" },
      { action: "reject", label: "Reject" },
    ],
  };
}

/** Explains which modules decided the outcome. */
export function explainFinished(facts: Facts): Why {
  const { outcome = "accept", steps } = facts.explanation;
  const isReviewed = facts.explanation.timeline.some(
    (event) => event.kind === "command" && event.command.type === "review",
  );
  const unused = steps.filter(({ state }) => state === "later");
  return {
    tone: statusTones[outcome],
    title: `${statusLabels[outcome]}${after(facts)}.`,
    sentences: [
      ...(isReviewed ? [["A reviewer decided it."]] : []),
      ...explainDecision(facts, isReviewed ? "refer" : outcome),
      ...(unused.length === 0 ? [] : [["The journey ended before ", ...names(unused.map(({ id }) => id)), "."]]),
    ],
    moves: [runAgain],
  };
}

/** Explains what made an instance fail. */
export function explainFailed(facts: Facts): Why {
  const { cause = "The instance failed.", modules } = facts.explanation;
  const broken = modules.find(({ state }) => state === "failed");
  return {
    tone: "bad",
    title: cause,
    sentences: [
      ...(broken === undefined ? [] : [explainBroken(broken)]),
      [`The instance failed${after(facts)}. It has no outcome.`],
    ],
    moves: [runAgain],
  };
}

function explainBroken(run: Run): Sentence {
  const took = Date.parse(run.finishesAt ?? run.startedAt) - Date.parse(run.startedAt);
  return [name(run.module), ` failed after ${formatDuration(took)}`, ...deciderOf(run, ", set by "), "."];
}

/** How long an instance worked. The time in which it waited for data or for a tester is not part of it. */
function after({ explanation }: Facts): string {
  const { worked, idle } = timeOf(explanation);
  const took = worked === 0 ? idle : worked;
  if (took === 0) return " immediately";
  return ` after ${formatDuration(took)}${worked > 0 && idle >= noticeable ? " of work" : ""}`;
}

/** Names the modules that led to an outcome, and who set the outcomes of modules. */
function explainDecision(facts: Facts, outcome: Outcome): readonly Sentence[] {
  const latest = latestRuns(facts.explanation.modules);
  if (latest.length === 0) return [["No module ran."]];
  const isAccepted = outcome === "accept" && latest.length > 1;
  const decisive = latest.filter((run) => leadsTo(facts, run) === outcome && (!isAccepted || isSet(run)));
  const others = latest.filter((run) => !decisive.includes(run) && isSet(run));
  return [
    ...(isAccepted ? [[`All ${count(latest.length, "module")} led to accept.`]] : []),
    ...explainOutcomes([...decisive, ...others], facts, "found"),
  ];
}

const isSet = ({ decidedBy }: Run): boolean => decidedBy.type !== "module";

/** The outcome to which the classification of a run leads in its journey. Spec 1. */
const leadsTo = ({ definition }: Facts, { classification }: Run): Outcome =>
  definition?.evaluation?.[classification] ?? defaultEvaluation[classification];

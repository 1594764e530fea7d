import { formatDuration } from "../../../text/format.ts";
import type { Run } from "../module-state.ts";
import { explainStep, openSteps } from "./explain-collecting.ts";
import { explainOutcomes } from "./explain-outcomes.ts";
import type { Facts, Move, Why } from "./facts.ts";
import { capitalise, count, deciderOf, latestRuns, list, name, names, type Sentence } from "./sentence.ts";

/** Explains which modules run, for how long, and what follows. */
export function explainRunning(facts: Facts): Why {
  const { explanation, clock } = facts;
  const runs = explanation.modules.filter(({ state }) => state === "running");
  const broken = explanation.modules.filter(({ state }) => state === "failed");
  const open = openSteps(facts);
  return {
    tone: "live",
    title: titleFor(runs, clock.mode),
    sentences: [
      ...broken.map(explainBroken),
      ...explainRuns(runs, facts),
      ...explainRetries(runs, explanation.modules),
      ...open.flatMap((step) => explainStep(step, facts)),
      ...(broken.length > 0 ? [] : explainNext(facts, runs)),
    ],
    moves: [
      ...resolvable(runs),
      ...clockMoves(runs, facts),
      ...(open.length > 0 ? [{ action: "walk", label: "Fill in the data" } as const] : []),
      ...(runs.some(isEndless) ? [{ action: "fail", label: "Make it fail" } as const] : []),
    ],
  };
}

/** Explains a paused instance: its modules, its open steps and what follows. */
export function explainPaused(facts: Facts): Why {
  const { explanation } = facts;
  const runs = explanation.modules.filter(({ state }) => state === "paused");
  const open = openSteps(facts);
  return {
    tone: "neutral",
    title: "A tester paused it.",
    sentences: [
      ["Nothing moves until you resume it."],
      ...explainRuns(runs, facts),
      ...open.flatMap((step) => explainStep(step, facts)),
      ...(explanation.outcome === undefined ? [] : [["Then it waits for a review."]]),
    ],
    moves: [{ action: "resume", label: "Resume" }],
  };
}

function titleFor(runs: readonly Run[], mode: Facts["clock"]["mode"]): string {
  const [first] = runs;
  const endless = runs.filter(isEndless).length;
  if (first !== undefined && endless === runs.length)
    return runs.length === 1
      ? `${first.module} never finishes.`
      : `${capitalise(count(endless, "module"))} never finish.`;
  const running =
    first !== undefined && runs.length === 1
      ? `${first.module} is running`
      : `${capitalise(count(runs.length, "module"))} are running`;
  const clock = { real: "", frozen: ", and the clock is frozen", auto: ". The next fetch moves on to the next event" };
  return `${running}${clock[mode]}.`;
}

const isEndless = ({ ends }: Run): boolean => ends === "never";

/** How long a run still takes, in milliseconds. */
const leftOf = ({ finishesAt }: Run, now: number): number =>
  finishesAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(finishesAt) - now);

function explainRuns(runs: readonly Run[], facts: Facts): readonly Sentence[] {
  const { now } = facts.clock;
  const finishing = runs.filter(({ ends }) => ends === undefined);
  const planned = finishing.filter(({ classification }) => classification !== "positive");
  const remaining = (run: Run, i: number): Sentence => [
    name(run.module),
    `${i === 0 ? " needs" : ""} ${formatDuration(leftOf(run, now))} more`,
  ];
  return [
    ...(finishing.length === 0 ? [] : [[...list(finishing.map(remaining)), "."]]),
    ...runs
      .filter(({ ends }) => ends === "fail")
      .map(
        (run): Sentence => [
          name(run.module),
          ` fails in ${formatDuration(leftOf(run, now))}, and the instance with it`,
          ...deciderOf(run, ", set by "),
          ".",
        ],
      ),
    ...runs
      .filter(isEndless)
      .map(
        (run): Sentence => [
          name(run.module),
          " is held",
          ...deciderOf(run, " by "),
          run.state === "paused" ? "." : ". Resolve it to finish it now.",
        ],
      ),
    ...explainOutcomes(planned, facts, "will find"),
  ];
}

/** Says that the instance will fail. Gap `parallel-failure`. */
const explainBroken = ({ module }: Run): Sentence => [
  name(module),
  " could not complete. The instance fails when the other modules have finished.",
];

/** Says which modules run again in this instance. */
const explainRetries = (runs: readonly Run[], all: readonly Run[]): readonly Sentence[] =>
  runs
    .filter((run) => all.some((other) => other !== run && other.module === run.module && other.segment === run.segment))
    .map((run) => [name(run.module), ` runs again: this is attempt ${run.attempt}.`]);

/** Says what follows the current segment, unless an outcome or a failure may end the journey first. */
function explainNext({ explanation, definition }: Facts, runs: readonly Run[]): readonly Sentence[] {
  const ran = latestRuns(explanation.modules).filter((run) => run.segment === explanation.segment);
  const isOpen = runs.some(({ ends }) => ends !== undefined) || ran.some((run) => run.classification === "negative");
  if (definition === undefined || isOpen) return [];
  const place = definition.segments.findIndex(({ id }) => id === explanation.segment);
  const next = definition.segments[place + 1];
  if (next === undefined) return [["Then the evaluation decides the outcome."]];
  const step = explanation.steps.find(({ segment, state }) => segment === next.id && state === "later");
  if (step !== undefined && step.missing.length > 0)
    return [["Then ", step.kind, " ", name(step.id), " asks for ", ...names(step.missing), "."]];
  const modules = next.modules.map(({ module }) => module);
  return modules.length === 0 ? [] : [["Then ", ...names(modules), modules.length === 1 ? " starts." : " start."]];
}

/** A module that never finishes by itself finishes when a tester sets its outcome. */
const resolvable = (runs: readonly Run[]): readonly Move[] =>
  runs.filter(isEndless).map(({ module }) => ({ action: "resolve", label: `Resolve ${module}`, module }));

function clockMoves(runs: readonly Run[], { clock }: Facts): readonly Move[] {
  const left = runs.map((run) => leftOf(run, clock.now)).filter(Number.isFinite);
  const [first, last] = [Math.min(...left), Math.max(...left)];
  const all = left.length === 2 ? "Both modules" : "All modules";
  return [
    ...(left.length > 0 ? [{ action: "next-event", label: "Next event", ms: first } as const] : []),
    ...(last > first ? [{ action: "move-clock", label: all, ms: last } as const] : []),
    ...(left.length > 0 && clock.mode !== "real" ? [{ action: "run-clock", label: "Let the clock run" } as const] : []),
  ];
}

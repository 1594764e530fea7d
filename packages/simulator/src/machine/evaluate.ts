import { type Classification, moduleOf } from "@journey-kit/schemas/modules";
import type { Instance, ModuleRun, Outcome } from "./instance.ts";
import { type Basis, cite } from "./result.ts";
import type { Terms } from "./terms.ts";

const usual: Readonly<Record<Classification, Outcome>> = { positive: "accept", neutral: "refer", negative: "reject" };
const severity: readonly Outcome[] = ["accept", "refer", "reject"];

/** How the outcome of a module run is classified. Spec 4.2. */
export const classify = ({ module, outcome }: ModuleRun): Classification =>
  moduleOf(module).outcomes[outcome]?.classification ?? "positive";

/** What one classification comes to in a journey. Spec 1. */
export const weigh = ({ definition }: Pick<Terms, "definition">, classification: Classification): Outcome =>
  definition.evaluation?.[classification] ?? usual[classification];

/** The runs that count: the last of each module in each segment. */
export const latest = (runs: readonly ModuleRun[]): readonly ModuleRun[] =>
  runs.filter((run, i) => runs.findLastIndex((later) => isSameModule(run, later)) === i);

/** Whether two runs are of one module in one segment. */
const isSameModule = (one: ModuleRun, other: ModuleRun): boolean =>
  one.segment === other.segment && one.module === other.module && one.variant === other.variant;

/** Decides the outcome from the results of the modules so far: the gravest counts. Spec 1. */
export function evaluate(terms: Pick<Terms, "definition">, runs: readonly ModuleRun[]): Outcome {
  const outcomes = latest(runs).map((run) => weigh(terms, classify(run)));
  return severity.findLast((outcome) => outcomes.includes(outcome)) ?? "accept";
}

/** The readings that decided how the evaluation went on: a reject before the end, a module that may run again. */
export function evaluationBasis(terms: Terms, { finished }: Instance): readonly Basis[] {
  if (finished.length === 0) return [];
  const { readings, definition } = terms;
  const last = definition.segments.length - 1;
  const isEarly = latest(finished).some((run) => run.segment < last && weigh(terms, classify(run)) === "reject");
  const mayRepeat = finished.some((run) => classify(run) === "negative" && isRepeatable(terms, run));
  return [
    ...(isEarly ? [cite(readings, "evaluation-timing")] : []),
    ...(mayRepeat ? [cite(readings, "module-retry")] : []),
  ];
}

const isRepeatable = ({ definition }: Terms, { segment, module, variant }: ModuleRun): boolean =>
  definition.segments[segment]?.modules.some(
    (use) => use.module === module && use.variant === variant && (use.attempts ?? 1) > 1,
  ) ?? false;

import type { ModuleUse } from "@journey-kit/schemas";
import type { Millis } from "../world/time.ts";
import { type Instance, type InstanceTerms, isFinal, type ModuleRun, type Outcome } from "./instance.ts";
import { classify, outcomeFor, startModule } from "./module.ts";
import { type Basis, readingBasis } from "./result.ts";

/** What settling needs to know of a generation: how data is collected. */
export interface CollectionStrategy<Intake> {
  /** Moves past all that needs no more data. */
  advance(terms: InstanceTerms, instance: Instance<Intake>): Instance<Intake>;
  /** Whether the current segment has all the data it waits for. */
  isReady(terms: InstanceTerms, instance: Instance<Intake>): boolean;
  /** Asks for the elements of some modules once more. Gap `module-retry`. */
  recollect(terms: InstanceTerms, instance: Instance<Intake>, modules: readonly ModuleRun[]): Instance<Intake>;
}

/**
 * Brings an instance up to an instant, event by event: modules finish, segments are evaluated, the next one starts.
 * Reading an instance is settling it, so nothing runs in the background. Spec 1, 3.1.
 */
export function settle<Intake>(
  collecting: CollectionStrategy<Intake>,
  terms: InstanceTerms,
  instance: Instance<Intake>,
  at: Millis,
): Instance<Intake> {
  let settled = instance;
  for (let next = nextEvent(terms, settled); next !== undefined && next <= at; next = nextEvent(terms, settled)) {
    settled = finishDueModules(collecting, terms, settled, next);
  }
  return settled;
}

/** When something will next happen to an instance by itself; undefined when nothing will. */
export function nextEvent(terms: InstanceTerms, instance: Instance): Millis | undefined {
  const { progress, linkExpiresAt } = instance;
  if (isFinal(instance) || progress.phase === "paused") return undefined;
  const expiry = terms.readings["link-expiry"] === "instance-fails" ? linkExpiresAt : undefined;
  const finishes = progress.phase === "running" ? progress.runs.map(({ finishesAt }) => finishesAt) : [];
  const events = expiry === undefined ? finishes : [...finishes, expiry];
  return events.length === 0 ? undefined : Math.min(...events);
}

/** Starts the modules of the current segment once its data is in, and passes over segments without modules. */
export function startDueModules<Intake>(
  collecting: CollectionStrategy<Intake>,
  terms: InstanceTerms,
  instance: Instance<Intake>,
  at: Millis,
): Instance<Intake> {
  const advanced = collecting.advance(terms, instance);
  if (advanced.progress.phase !== "collecting" || !collecting.isReady(terms, advanced)) return advanced;
  const uses = modulesDue(terms, advanced);
  const runs = uses.map((use) => startModule(terms, advanced, use, at));
  if (runs.length > 0) return { ...advanced, progress: { phase: "running", runs } };
  return afterSegment(collecting, terms, advanced, at);
}

/** The modules of the current segment that have not run, or have to run again. */
function modulesDue({ definition, readings }: InstanceTerms, { segment, finished }: Instance): readonly ModuleUse[] {
  const uses = definition.segments[segment]?.modules ?? [];
  const ran = finished.filter((run) => run.segment === segment);
  if (ran.length === 0) return uses;
  return readings["module-retry"] === "recollect" ? uses.filter((use) => mayRunAgain(use, ran)) : [];
}

function mayRunAgain(use: ModuleUse, ran: readonly ModuleRun[]): boolean {
  const runs = ran.filter(({ module, variant }) => module === use.module && variant === use.variant);
  const last = runs.at(-1);
  return last !== undefined && classify(last) === "negative" && runs.length < (use.attempts ?? 1);
}

function finishDueModules<Intake>(
  collecting: CollectionStrategy<Intake>,
  terms: InstanceTerms,
  instance: Instance<Intake>,
  at: Millis,
) {
  const { progress } = instance;
  const runs = progress.phase === "running" ? progress.runs : [];
  const done = runs.filter(({ finishesAt }) => finishesAt <= at);
  if (done.length === 0) return fail(instance, "The link expired.", at);
  const broken = done.find(({ breaks }) => breaks);
  const finished = [...instance.finished, ...done.filter(({ breaks }) => !breaks)];
  if (broken !== undefined) return fail({ ...instance, finished }, `${broken.module} could not complete.`, at);
  const left = runs.filter(({ finishesAt }) => finishesAt > at);
  const again =
    terms.readings["module-retry"] === "automatic" ? reruns(terms, { ...instance, finished }, done, at) : [];
  if (left.length + again.length > 0) {
    return { ...instance, finished, progress: { phase: "running", runs: [...left, ...again] } as const };
  }
  return afterSegment(collecting, terms, { ...instance, finished, progress: { phase: "collecting" } }, at);
}

function reruns(
  terms: InstanceTerms,
  instance: Instance,
  done: readonly ModuleRun[],
  at: Millis,
): readonly ModuleRun[] {
  const uses = terms.definition.segments[instance.segment]?.modules ?? [];
  const ran = instance.finished.filter(({ segment }) => segment === instance.segment);
  return uses
    .filter((use) => done.some(({ module, variant }) => module === use.module && variant === use.variant))
    .filter((use) => mayRunAgain(use, ran))
    .map((use) => startModule(terms, instance, use, at));
}

/** Evaluates a segment whose modules have all finished, and goes on or ends. Spec 1; gap `evaluation-timing`. */
function afterSegment<Intake>(
  collecting: CollectionStrategy<Intake>,
  terms: InstanceTerms,
  instance: Instance<Intake>,
  at: Millis,
): Instance<Intake> {
  const ran = instance.finished.filter(({ segment }) => segment === instance.segment);
  const again = (terms.definition.segments[instance.segment]?.modules ?? []).filter((use) => mayRunAgain(use, ran));
  if (terms.readings["module-retry"] === "recollect" && again.length > 0) {
    const runs = latestRuns(ran).filter((run) => again.some(({ module }) => module === run.module));
    return startDueModules(collecting, terms, collecting.recollect(terms, instance, runs), at);
  }
  const outcome = evaluate(terms, instance.finished);
  const isLast = instance.segment === terms.definition.segments.length - 1;
  const endsNow = outcome === "reject" && terms.readings["evaluation-timing"] === "every-segment";
  if (isLast || endsNow) return conclude(terms, instance, outcome, at);
  return startDueModules(collecting, terms, { ...instance, segment: instance.segment + 1 }, at);
}

/** Gap `refer-ends-journey`. */
function conclude<Intake>(
  terms: InstanceTerms,
  instance: Instance<Intake>,
  outcome: Outcome,
  at: Millis,
): Instance<Intake> {
  return outcome === "refer" && terms.readings["refer-ends-journey"] === "no"
    ? { ...instance, progress: { phase: "reviewing", since: at } }
    : { ...instance, progress: { phase: "finished", outcome, finishedAt: at } };
}

/** Ends an instance without an outcome. Spec 3.1. */
export const fail = <Intake>(instance: Instance<Intake>, cause: string, at: Millis): Instance<Intake> => ({
  ...instance,
  progress: { phase: "failed", cause, failedAt: at },
});

const severity: readonly Outcome[] = ["accept", "refer", "reject"];

/** The runs that count: the last of each module in each segment. */
export const latestRuns = (runs: readonly ModuleRun[]): readonly ModuleRun[] =>
  runs.filter((run, i) => runs.findLastIndex((later) => isSameModule(run, later)) === i);

/** Whether two runs are of one module in one segment. */
const isSameModule = (one: ModuleRun, other: ModuleRun): boolean =>
  one.segment === other.segment && one.module === other.module && one.variant === other.variant;

/** Decides the outcome from the results of the modules so far: the gravest counts. Spec 1. */
function evaluate(terms: Pick<InstanceTerms, "definition">, runs: readonly ModuleRun[]): Outcome {
  const outcomes = latestRuns(runs).map((run) => outcomeFor(terms, classify(run)));
  return severity.findLast((outcome) => outcomes.includes(outcome)) ?? "accept";
}

/** The readings that decided how the evaluation went on: a reject before the end, a module that may run again. */
export function evaluationBasis(terms: InstanceTerms, { finished }: Instance): readonly Basis[] {
  if (finished.length === 0) return [];
  const { readings, definition } = terms;
  const last = definition.segments.length - 1;
  const isEarly = latestRuns(finished).some(
    (run) => run.segment < last && outcomeFor(terms, classify(run)) === "reject",
  );
  const mayRepeat = finished.some((run) => classify(run) === "negative" && isRepeatable(terms, run));
  return [
    ...(isEarly ? [readingBasis(readings, "evaluation-timing")] : []),
    ...(mayRepeat ? [readingBasis(readings, "module-retry")] : []),
  ];
}

const isRepeatable = ({ definition }: InstanceTerms, { segment, module, variant }: ModuleRun): boolean =>
  definition.segments[segment]?.modules.some(
    (use) => use.module === module && use.variant === variant && (use.attempts ?? 1) > 1,
  ) ?? false;

import type { Part } from "../target/sample.ts";
import { collectedBy, type ModelModule, type Verdict, type Work } from "./journey.ts";
import { type Model, openWork, type Run } from "./model.ts";

const runningModules = ({ journey, segment }: Run): readonly ModelModule[] => journey.segments[segment]?.modules ?? [];

/** The time of an instance, which stops during a pause. */
export const timeOf = ({ now }: Readonly<Model>, { ahead, pausedAt }: Run): number => pausedAt ?? now + ahead;

/** When the modules of a segment that started at `since` are through: with the slowest, or with the first that breaks. */
function finishOf(run: Run, since: number): number {
  const times = runningModules(run).map(({ time }) => time);
  return since + (run.script === "fail" && times.length > 0 ? Math.min(...times) : Math.max(0, ...times));
}

/** The modules that have finished by now. Spec 1; gap `state-steps-while-running`. */
export function finishedModules(model: Readonly<Model>, run: Run): readonly ModelModule[] {
  const { journey, segment, since, script } = run;
  const before = journey.segments.slice(0, segment).flatMap(({ modules }) => modules);
  if (since === undefined || script === "fail") return before;
  return [...before, ...runningModules(run).filter(({ time }) => since + time <= timeOf(model, run))];
}

/** Applies everything due by now: a segment starts its modules together, is evaluated, and the next begins. Spec 1. */
export function settle(model: Readonly<Model>, run: Run): void {
  const now = timeOf(model, run);
  for (let at = now; isGoing(run) && openWork(run).length === 0; ) {
    run.since ??= at;
    at = finishOf(run, run.since);
    if (at > now) return;
    run.since = undefined;
    finishSegment(model, run);
  }
}

const isGoing = ({ pausedAt, inReview, end }: Run): boolean => pausedAt === undefined && !inReview && end === undefined;

/**
 * Evaluates a segment, then continues or ends the instance. Spec 1, 3.1; gaps `evaluation-timing`,
 * `refer-ends-journey`.
 */
function finishSegment({ profile }: Readonly<Model>, run: Run): void {
  if (run.script === "fail" && runningModules(run).length > 0) {
    run.end = "failed";
    return;
  }
  run.segment += 1;
  const verdict = verdictOf(run);
  const isEarly = verdict === "reject" && profile["evaluation-timing"] === "every-segment";
  if (run.segment < run.journey.segments.length && !isEarly) return;
  if (verdict === "refer" && profile["refer-ends-journey"] === "no") run.inReview = true;
  else run.end = verdict;
}

/** What the evaluation decides: what the modules were told to find, once one of them can find it. */
function verdictOf({ journey, segment, script }: Run): Verdict {
  if (script === "fail") return "accept";
  const modules = journey.segments.slice(0, segment).flatMap((one) => one.modules);
  return modules.some(({ verdicts }) => verdicts.includes(script)) ? script : "accept";
}

/** Finishes all modules of a synchronous start, which responds after they finish. Spec 4.3. */
export function waitForModules(model: Readonly<Model>, run: Run): void {
  for (; run.since !== undefined; settle(model, run)) run.since += timeOf(model, run) - finishOf(run, run.since);
}

/** Accepts elements and applies everything that follows at once. */
export function take(model: Readonly<Model>, run: Run, work: Work, parts: readonly Part[]): void {
  const taken = parts.filter(({ element, kind }) => kind === "valid" && collectedBy(work).includes(element));
  for (const { element } of taken) run.given.add(element);
  run.handled.add(work.id);
  settle(model, run);
}

/** Lets time pass for every instance. */
export function pass(model: Model, by: number): void {
  model.now += by;
  for (const run of model.runs) settle(model, run);
}

/** Ends a pause and delays running modules by its length. Gap `paused`. */
export function resume(model: Readonly<Model>, run: Run, pausedAt: number): void {
  run.pausedAt = undefined;
  if (run.since !== undefined) run.since += timeOf(model, run) - pausedAt;
  settle(model, run);
}

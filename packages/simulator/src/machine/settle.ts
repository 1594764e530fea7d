import type { ModuleUse } from "@journey-kit/schemas";
import type { Millis } from "../world/time.ts";
import { classify, evaluate, latest } from "./evaluate.ts";
import { type Instance, isFinal, type ModuleRun, type Outcome } from "./instance.ts";
import { startModule } from "./module.ts";
import type { Terms } from "./terms.ts";

/** What settling needs to know of a generation: how data is collected. */
export interface Collecting<Intake> {
  /** Moves past all that needs no more data. */
  advance(terms: Terms, instance: Instance<Intake>): Instance<Intake>;
  /** Whether the current segment has all the data it waits for. */
  isReady(terms: Terms, instance: Instance<Intake>): boolean;
  /** Asks for the elements of some modules once more. Gap `module-retry`. */
  recollect(terms: Terms, instance: Instance<Intake>, modules: readonly ModuleRun[]): Instance<Intake>;
}

/**
 * Brings an instance up to an instant, event by event: modules finish, segments are evaluated, the next one starts.
 * Reading an instance is settling it, so nothing runs in the background. Spec 1, 3.1.
 */
export function settle<Intake>(
  collecting: Collecting<Intake>,
  terms: Terms,
  instance: Instance<Intake>,
  at: Millis,
): Instance<Intake> {
  let settled = instance;
  for (let next = nextEvent(terms, settled); next !== undefined && next <= at; next = nextEvent(terms, settled)) {
    settled = happen(collecting, terms, settled, next);
  }
  return settled;
}

/** When something will next happen to an instance by itself; undefined when nothing will. */
export function nextEvent(terms: Terms, instance: Instance): Millis | undefined {
  const { progress, linkExpiresAt } = instance;
  if (isFinal(instance) || progress.phase === "paused") return undefined;
  const expiry = terms.readings["link-expiry"] === "instance-fails" ? linkExpiresAt : undefined;
  const finishes = progress.phase === "running" ? progress.runs.map(({ finishesAt }) => finishesAt) : [];
  const events = expiry === undefined ? finishes : [...finishes, expiry];
  return events.length === 0 ? undefined : Math.min(...events);
}

/** Starts the modules of the current segment once its data is in, and passes over segments without modules. */
export function proceed<Intake>(
  collecting: Collecting<Intake>,
  terms: Terms,
  instance: Instance<Intake>,
  at: Millis,
): Instance<Intake> {
  const advanced = collecting.advance(terms, instance);
  if (advanced.progress.phase !== "collecting" || !collecting.isReady(terms, advanced)) return advanced;
  const uses = dueModules(terms, advanced);
  const runs = uses.map((use) => startModule(terms, advanced, use, at));
  if (runs.length > 0) return { ...advanced, progress: { phase: "running", runs } };
  return afterSegment(collecting, terms, advanced, at);
}

/** The modules of the current segment that have not run, or have to run again. */
function dueModules({ definition, readings }: Terms, { segment, finished }: Instance): readonly ModuleUse[] {
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

function happen<Intake>(collecting: Collecting<Intake>, terms: Terms, instance: Instance<Intake>, at: Millis) {
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

function reruns(terms: Terms, instance: Instance, done: readonly ModuleRun[], at: Millis): readonly ModuleRun[] {
  const uses = terms.definition.segments[instance.segment]?.modules ?? [];
  const ran = instance.finished.filter(({ segment }) => segment === instance.segment);
  return uses
    .filter((use) => done.some(({ module, variant }) => module === use.module && variant === use.variant))
    .filter((use) => mayRunAgain(use, ran))
    .map((use) => startModule(terms, instance, use, at));
}

/** Evaluates a segment whose modules have all finished, and goes on or ends. Spec 1; gap `evaluation-timing`. */
function afterSegment<Intake>(
  collecting: Collecting<Intake>,
  terms: Terms,
  instance: Instance<Intake>,
  at: Millis,
): Instance<Intake> {
  const ran = instance.finished.filter(({ segment }) => segment === instance.segment);
  const again = (terms.definition.segments[instance.segment]?.modules ?? []).filter((use) => mayRunAgain(use, ran));
  if (terms.readings["module-retry"] === "recollect" && again.length > 0) {
    const runs = latest(ran).filter((run) => again.some(({ module }) => module === run.module));
    return proceed(collecting, terms, collecting.recollect(terms, instance, runs), at);
  }
  const outcome = evaluate(terms, instance.finished);
  const isLast = instance.segment === terms.definition.segments.length - 1;
  const endsNow = outcome === "reject" && terms.readings["evaluation-timing"] === "every-segment";
  if (isLast || endsNow) return conclude(terms, instance, outcome, at);
  return proceed(collecting, terms, { ...instance, segment: instance.segment + 1 }, at);
}

/** Gap `refer-ends-journey`. */
function conclude<Intake>(terms: Terms, instance: Instance<Intake>, outcome: Outcome, at: Millis): Instance<Intake> {
  return outcome === "refer" && terms.readings["refer-ends-journey"] === "no"
    ? { ...instance, progress: { phase: "reviewing", since: at } }
    : { ...instance, progress: { phase: "finished", outcome, finishedAt: at } };
}

/** Ends an instance without an outcome. Spec 3.1. */
export const fail = <Intake>(instance: Instance<Intake>, cause: string, at: Millis): Instance<Intake> => ({
  ...instance,
  progress: { phase: "failed", cause, failedAt: at },
});

import type { Part } from "../target/sample.ts";
import { type Collection, elementsOf, type JourneyModule, type Outcome } from "./journey.ts";
import { type Instance, isActive, type Model, openCollections } from "./model.ts";

const runningModules = ({ journey, segment }: Instance): readonly JourneyModule[] =>
  journey.segments[segment]?.modules ?? [];

/** The time of an instance, which stops during a pause. */
const timeOf = ({ now }: Readonly<Model>, { pausedAt }: Instance): number => pausedAt ?? now;

/** When modules that started at `since` have finished: with the slowest, or with the first that fails. */
function finishOf(instance: Instance, since: number): number {
  const latencies = runningModules(instance).map(({ latencyMs }) => latencyMs);
  const isFailing = instance.script === "fail" && latencies.length > 0;
  return since + (isFailing ? Math.min(...latencies) : Math.max(0, ...latencies));
}

/** The modules that have finished. Spec 1; gap `state-steps-while-running`. */
export function finishedModules(model: Readonly<Model>, instance: Instance): readonly JourneyModule[] {
  const { journey, segment, runningSince, script } = instance;
  const before = journey.segments.slice(0, segment).flatMap(({ modules }) => modules);
  if (runningSince === undefined || script === "fail") return before;
  const now = timeOf(model, instance);
  return [...before, ...runningModules(instance).filter(({ latencyMs }) => runningSince + latencyMs <= now)];
}

/** Applies everything due: a segment starts its modules together and is evaluated, then the next begins. Spec 1. */
export function settle(model: Readonly<Model>, instance: Instance): void {
  const now = timeOf(model, instance);
  for (let at = now; isActive(instance) && openCollections(instance).length === 0; ) {
    instance.runningSince ??= at;
    at = finishOf(instance, instance.runningSince);
    if (at > now) return;
    instance.runningSince = undefined;
    finishSegment(model, instance);
  }
}

/**
 * Evaluates a segment, then continues or ends the instance. Spec 1, 3.1; gaps `evaluation-timing`,
 * `refer-ends-journey`.
 */
function finishSegment({ profile }: Readonly<Model>, instance: Instance): void {
  if (instance.script === "fail" && runningModules(instance).length > 0) {
    instance.end = "failed";
    return;
  }
  instance.segment += 1;
  const outcome = evaluate(instance);
  const isEarly = outcome === "reject" && profile["evaluation-timing"] === "every-segment";
  if (instance.segment < instance.journey.segments.length && !isEarly) return;
  if (outcome === "refer" && profile["refer-ends-journey"] === "no") instance.inReview = true;
  else instance.end = outcome;
}

/** The scripted outcome, once a module that can lead to it has finished. */
function evaluate({ journey, segment, script }: Instance): Outcome {
  if (script === "fail") return "accept";
  const modules = journey.segments.slice(0, segment).flatMap((one) => one.modules);
  return modules.some(({ outcomes }) => outcomes.includes(script)) ? script : "accept";
}

/** Finishes all modules of a synchronous start, which responds after they finish. Spec 4.3. */
export function finishModules(model: Readonly<Model>, instance: Instance): void {
  for (; instance.runningSince !== undefined; settle(model, instance)) {
    instance.runningSince += timeOf(model, instance) - finishOf(instance, instance.runningSince);
  }
}

/** Accepts elements and applies everything that follows at once. */
export function accept(
  model: Readonly<Model>,
  instance: Instance,
  collection: Collection,
  parts: readonly Part[],
): void {
  const collected = elementsOf(collection);
  const accepted = parts.filter(({ element, kind }) => kind === "valid" && collected.includes(element));
  for (const { element } of accepted) instance.provided.add(element);
  instance.handled.add(collection.id);
  settle(model, instance);
}

/** Moves every instance forward. */
export function advance(model: Model, ms: number): void {
  model.now += ms;
  for (const instance of model.instances) settle(model, instance);
}

/** Ends a pause and delays running modules by its length. Gap `paused`. */
export function resume(model: Readonly<Model>, instance: Instance, pausedAt: number): void {
  instance.pausedAt = undefined;
  if (instance.runningSince !== undefined) instance.runningSince += model.now - pausedAt;
  settle(model, instance);
}

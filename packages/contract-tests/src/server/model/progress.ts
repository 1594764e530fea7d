import type { JourneyDefinition, SegmentDefinition } from "@journey-kit/schemas";
import { type Classification, moduleOf } from "@journey-kit/schemas/tables";
import type { Outcome } from "../../service/readings.ts";
import type { Part } from "../../service/sample.ts";
import { type Collection, elementsOf, type Instance, isActive, type Model, openCollections } from "./model.ts";

type ModuleUse = SegmentDefinition["modules"][number];

export const latencyOf = (journey: JourneyDefinition, { module, latency }: ModuleUse): number =>
  latency ?? moduleOf(module, journey).latency;

const runningModules = ({ journey, segment }: Instance): readonly ModuleUse[] =>
  journey.segments[segment]?.modules ?? [];

const finishedBefore = ({ journey, segment }: Instance): readonly ModuleUse[] =>
  journey.segments.slice(0, segment).flatMap(({ modules }) => modules);

/** The current time of an instance. Time stops while the instance is paused. */
const instanceTime = ({ now }: Readonly<Model>, { pausedAt }: Instance): number => pausedAt ?? now;

/**
 * The time at which modules that started at `since` are done: when the slowest one finishes, or when the first one
 * fails. Gap `parallel-failure`.
 */
function finishOf({ profile }: Readonly<Model>, instance: Instance, since: number): number {
  const latencies = runningModules(instance).map((use) => latencyOf(instance.journey, use));
  const isFailing = instance.script === "fail" && latencies.length > 0;
  return (
    since +
    (isFailing && profile["parallel-failure"] === "at-once" ? Math.min(...latencies) : Math.max(0, ...latencies))
  );
}

/** The modules that have finished. Spec 1; gap `state-steps-while-running`. */
export function finishedModules(model: Readonly<Model>, instance: Instance): readonly ModuleUse[] {
  const { journey, runningSince, script } = instance;
  const before = finishedBefore(instance);
  if (runningSince === undefined || script === "fail") return before;
  const elapsed = instanceTime(model, instance) - runningSince;
  return [...before, ...runningModules(instance).filter((use) => latencyOf(journey, use) <= elapsed)];
}

/** Applies everything that is due: starts the modules of a segment, evaluates it and begins the next one. Spec 1. */
export function settle(model: Readonly<Model>, instance: Instance): void {
  const now = instanceTime(model, instance);
  for (let at = now; isActive(instance) && openCollections(instance).length === 0; ) {
    instance.runningSince ??= at;
    at = finishOf(model, instance, instance.runningSince);
    if (at > now) return;
    instance.runningSince = undefined;
    finishSegment(model, instance);
  }
}

/**
 * Evaluates a segment, then continues or ends the instance. Spec 1, 3.1; gaps `evaluation-timing`,
 * `refer-between-segments`, `refer-ends-journey`.
 */
function finishSegment({ profile }: Readonly<Model>, instance: Instance): void {
  if (instance.script === "fail" && runningModules(instance).length > 0) {
    instance.end = "failed";
    return;
  }
  instance.segment += 1;
  const outcome = evaluate(instance);
  const mayEnd = outcome === "reject" || (outcome === "refer" && profile["refer-between-segments"] === "ends");
  const isEarly = mayEnd && profile["evaluation-timing"] === "every-segment";
  if (instance.segment < instance.journey.segments.length && !isEarly) return;
  if (outcome === "refer" && profile["refer-ends-journey"] === "no") instance.inReview = true;
  else instance.end = outcome;
}

const defaultOutcomes: Readonly<Record<Classification, Outcome>> = {
  positive: "accept",
  neutral: "refer",
  negative: "reject",
};

/** Returns the scripted outcome if a finished module can lead to it, otherwise `accept`. */
function evaluate(instance: Instance): Outcome {
  const { journey, script } = instance;
  const outcomes = finishedBefore(instance)
    .flatMap(({ module }) => moduleOf(module, journey).outcomes)
    .map(({ classification }) => journey.evaluation?.[classification] ?? defaultOutcomes[classification]);
  return outcomes.find((outcome) => outcome === script) ?? "accept";
}

/** Finishes all modules of a synchronous start, which responds after they finish. Spec 4.3. */
export function finishModules(model: Readonly<Model>, instance: Instance): void {
  for (; instance.runningSince !== undefined; settle(model, instance)) {
    instance.runningSince += instanceTime(model, instance) - finishOf(model, instance, instance.runningSince);
  }
}

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

export function advance(model: Model, ms: number): void {
  model.now += ms;
  for (const instance of model.instances) settle(model, instance);
}

/** Resumes an instance, and delays running modules by the length of the pause. Gap `paused`. */
export function resume(model: Readonly<Model>, instance: Instance): void {
  const { pausedAt = model.now, runningSince } = instance;
  instance.pausedAt = undefined;
  if (runningSince !== undefined) instance.runningSince = runningSince + model.now - pausedAt;
  settle(model, instance);
}

import type { Millis } from "../world/time.ts";
import { applyCommand, type InstanceRecord, type Log, settle, startInstance } from "./commands.ts";
import { nextEvent } from "./settle.ts";
import type { InstanceTerms } from "./terms.ts";

/**
 * Replays the log of an instance, event by event, up to `at` in the time of the instance. Lists its transitions in
 * order, such as `running -> finished` for the instance or `task Assigned -> Completed` for a task. Spec 3.
 */
export function listTransitions(terms: InstanceTerms, [first, ...rest]: Log, at: Millis): readonly string[] {
  const started = startInstance(terms, first);
  if (!started.ok) return []; // no log begins with a refused start
  let record = started.value;
  const seen = [...phaseSteps(undefined, record), ...stageSteps(undefined, record)];
  const moveTo = (next: InstanceRecord) => {
    seen.push(...phaseSteps(record, next), ...stageSteps(record, next));
    record = next;
  };
  const settleUntil = (until: Millis) => {
    for (let event = nextEvent(terms, record.instance); event !== undefined && event <= until; ) {
      moveTo(settle(record, event));
      event = nextEvent(terms, record.instance);
    }
  };
  for (const command of rest) {
    settleUntil(command.at);
    const result = applyCommand(record, command);
    if (result.ok) moveTo(result.value);
  }
  settleUntil(at);
  return seen;
}

/** Modules without latency start and finish in one step, so `running` is inserted between the two phases. */
function phaseSteps(before: InstanceRecord | undefined, after: InstanceRecord): readonly string[] {
  const from = before?.instance.progress.phase ?? "none";
  const to = after.instance.progress.phase;
  if (from === to && before !== undefined && progressOf(before) === progressOf(after)) return [];
  const hasRun = after.instance.finished.length > (before?.instance.finished.length ?? 0);
  return hasRun && from !== "running" ? [`${from} -> running`, `running -> ${to}`] : [`${from} -> ${to}`];
}

/** A number that changes when an instance stays in its phase but moves on to other data or other modules. */
function progressOf({ apiVersion, instance }: InstanceRecord): number {
  const { progress, finished } = instance;
  if (progress.phase === "running") return finished.length + progress.runs.length + (progress.broken ? 1 : 0);
  if (progress.phase !== "collecting") return 0;
  if (apiVersion === "v2") return instance.collection.interaction;
  return instance.collection.stages.filter((stage) => stage === "Completed").length;
}

function stageSteps(before: InstanceRecord | undefined, after: InstanceRecord): readonly string[] {
  if (after.apiVersion !== "v1") return [];
  const earlier = before?.apiVersion === "v1" ? before.instance.collection.stages : [];
  return after.instance.collection.stages.flatMap((to, i) => {
    const from = earlier[i] ?? "Assigned";
    return from === to ? [] : [`task ${from} -> ${to}`];
  });
}

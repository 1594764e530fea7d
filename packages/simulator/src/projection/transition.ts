import { begin, type Log, perform, type Running, settle } from "../machine/command.ts";
import { nextEvent } from "../machine/settle.ts";
import type { Terms } from "../machine/terms.ts";
import type { Millis } from "../world/time.ts";

/**
 * Names every transition that an instance has gone through up to an instant of its own time, in order: of the instance
 * as `running -> finished`, of a task as `task Assigned -> Completed`. Spec 3. It plays the log again, event by event.
 */
export function toTransitions(terms: Terms, [first, ...rest]: Log, at: Millis): readonly string[] {
  const begun = begin(terms, first);
  if (!begun.ok) return []; // no log begins with a start that was refused
  let running = begun.value;
  const seen = [...phaseSteps(undefined, running), ...stageSteps(undefined, running)];
  const go = (next: Running) => {
    seen.push(...phaseSteps(running, next), ...stageSteps(running, next));
    running = next;
  };
  const goUntil = (until: Millis) => {
    for (let event = nextEvent(terms, running.instance); event !== undefined && event <= until; ) {
      go(settle(running, event));
      event = nextEvent(terms, running.instance);
    }
  };
  for (const command of rest) {
    goUntil(command.type === "advance" ? command.at + command.by : command.at);
    const performed = perform(running, command);
    if (performed.ok) go(performed.value);
  }
  goUntil(at);
  return seen;
}

/** Modules that take no time start and finish between one look and the next: the instance was running all the same. */
function phaseSteps(before: Running | undefined, after: Running): readonly string[] {
  const from = before?.instance.progress.phase ?? "none";
  const to = after.instance.progress.phase;
  if (from === to && before !== undefined && workOf(before) === workOf(after)) return [];
  const hasRun = after.instance.finished.length > (before?.instance.finished.length ?? 0);
  return hasRun && from !== "running" ? [`${from} -> running`, `running -> ${to}`] : [`${from} -> ${to}`];
}

/** Changes when an instance that stays in its phase has gone on in it: to other data, or to other modules. */
function workOf({ generation, instance }: Running): number {
  const { progress, finished } = instance;
  if (progress.phase === "running") return finished.length + progress.runs.length;
  if (progress.phase !== "collecting") return 0;
  if (generation === "v2") return instance.intake.interaction;
  return instance.intake.stages.filter((stage) => stage === "Completed").length;
}

function stageSteps(before: Running | undefined, after: Running): readonly string[] {
  if (after.generation !== "v1") return [];
  const earlier = before?.generation === "v1" ? before.instance.intake.stages : [];
  return after.instance.intake.stages.flatMap((to, i) => {
    const from = earlier[i] ?? "Assigned";
    return from === to ? [] : [`task ${from} -> ${to}`];
  });
}

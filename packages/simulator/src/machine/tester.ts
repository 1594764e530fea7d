import { type ModuleName, moduleOf } from "@journey-kit/schemas/modules";
import { endOfTime, type Millis } from "../world/time.ts";
import { type Instance, isFinal, type ModuleRun, type Outcome, type Progress } from "./instance.ts";
import { outcomeIndex } from "./module.ts";
import { ok, type Result, refuse } from "./result.ts";
import { fail } from "./settle.ts";
import type { Terms } from "./terms.ts";

/** Replaces what a running module will find, by its outcome's name or by what that comes to. */
interface Resolve {
  readonly type: "resolve";
  readonly at: Millis;
  readonly module: ModuleName;
  readonly outcome: string;
  readonly advice: Readonly<Record<string, unknown>> | undefined;
}

/** What a tester does to one instance. Logged like any other command, so that the instance replays. */
export type TesterCommand =
  | Resolve
  | { readonly type: "review"; readonly at: Millis; readonly outcome: Exclude<Outcome, "refer"> }
  | { readonly type: "pause" | "resume" | "fail"; readonly at: Millis }
  /** Moves the time of this instance alone forward, by a number of milliseconds. */
  | { readonly type: "advance"; readonly at: Millis; readonly by: Millis };

/**
 * Carries out what a tester asks of a settled instance. Spec 3.1; gaps `paused`, `refer-ends-journey`.
 *
 * @returns The next instance, or `JOURNEY_NOT_ACTIVE` when its phase does not allow the command.
 */
export function intervene<Intake>(
  terms: Terms,
  instance: Instance<Intake>,
  command: TesterCommand,
): Result<Instance<Intake>> {
  const { progress } = instance;
  const { at } = command;
  const next = (change: Progress): Result<Instance<Intake>> => ok({ ...instance, at, progress: change });
  switch (command.type) {
    case "resolve":
      return resolve(terms, instance, command);
    case "review":
      if (progress.phase !== "reviewing") return refuse("JOURNEY_NOT_ACTIVE", "No review is waiting.");
      return next({ phase: "finished", outcome: command.outcome, finishedAt: at });
    case "pause":
      if (isFinal(instance) || progress.phase === "paused") return refuse("JOURNEY_NOT_ACTIVE", "Nothing to pause.");
      return next({ phase: "paused", since: at, before: progress });
    case "resume":
      if (progress.phase !== "paused") return refuse("JOURNEY_NOT_ACTIVE", "The journey is not paused.");
      return next(delay(progress.before, at - progress.since));
    case "fail":
      if (isFinal(instance)) return refuse("JOURNEY_NOT_ACTIVE", "The journey is over.");
      return ok(fail({ ...instance, at }, "A tester failed it.", at));
    case "advance":
      return ok({ ...instance, skew: instance.skew + command.by });
  }
}

/** Keeps the time at which the module finishes; one that would never finish does so now. */
function resolve<Intake>(terms: Terms, instance: Instance<Intake>, command: Resolve): Result<Instance<Intake>> {
  const { progress } = instance;
  const { at, module, outcome, advice } = command;
  const runs = progress.phase === "running" ? progress.runs : [];
  if (!runs.some((run) => run.module === module)) return refuse("JOURNEY_NOT_ACTIVE", `${module} is not running.`);
  const index = outcomeIndex(terms, module, outcome);
  if (index === undefined) {
    const known = moduleOf(module).outcomes.map(({ name }) => name);
    return refuse("MISSING_FIELD", `outcome: expected one of ${known.join(", ")}, or what one of them comes to.`);
  }
  const resolved = runs.map((run): ModuleRun => {
    if (run.module !== module) return run;
    const finishesAt = run.finishesAt === endOfTime ? at : run.finishesAt;
    return { ...run, finishesAt, outcome: index, breaks: false, decidedBy: "tester", ...(advice && { advice }) };
  });
  return ok({ ...instance, at, progress: { phase: "running", runs: resolved } });
}

/** Shifts the finishes that a pause has held back. */
const delay = (progress: Progress, by: Millis): Progress =>
  progress.phase === "running"
    ? {
        phase: "running",
        runs: progress.runs.map((run) => ({ ...run, finishesAt: Math.min(endOfTime, run.finishesAt + by) })),
      }
    : progress;

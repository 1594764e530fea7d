import type { Millis } from "../world/time.ts";
import { type Instance, isFinal, type Outcome, type Progress } from "./instance.ts";
import { ok, type Result, refuse } from "./result.ts";
import { fail } from "./settle.ts";

/** What a tester does to one instance. Logged like any other command, so that the instance replays. */
export type TesterCommand =
  | { readonly type: "review"; readonly at: Millis; readonly outcome: Exclude<Outcome, "refer"> }
  | { readonly type: "pause" | "resume" | "fail"; readonly at: Millis }
  /** Moves the time of this instance alone forward, by a number of milliseconds. */
  | { readonly type: "advance"; readonly at: Millis; readonly by: Millis };

/**
 * Carries out what a tester asks of a settled instance. Spec 3.1; gaps `paused`, `refer-ends-journey`.
 *
 * @returns The next instance, or `JOURNEY_NOT_ACTIVE` when its phase does not allow the command.
 */
export function intervene<Intake>(instance: Instance<Intake>, command: TesterCommand): Result<Instance<Intake>> {
  const { progress } = instance;
  const { at } = command;
  const next = (change: Progress): Result<Instance<Intake>> => ok({ ...instance, at, progress: change });
  switch (command.type) {
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

/** Shifts the finishes that a pause has held back. */
const delay = (progress: Progress, by: Millis): Progress =>
  progress.phase === "running"
    ? { phase: "running", runs: progress.runs.map((run) => ({ ...run, finishesAt: run.finishesAt + by })) }
    : progress;

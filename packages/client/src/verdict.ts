import type { Readings } from "@journey-kit/schemas/profile";
import type { Handed, Sighting } from "./sighting.ts";

/**
 * What became of data whose acceptance was not told. `done`: it was taken. `absent`: as far as can be seen it was not,
 * and a repetition cannot be applied a second time. `unknown`: what can be seen has more than one explanation.
 */
export type Verdict = "done" | "absent" | "unknown";

/** What a service is known to do, as far as it matters for what became of a request. */
export type KnownReadings = Pick<Readings, "duplicate-element" | "interaction-waits-for-modules" | "module-retry">;

/**
 * Judges from what was seen before and after. It trusts that nobody else hands in data for the instance meanwhile.
 *
 * Taken is what was open and is not any more while its interaction is current; then no reading has another explanation.
 * If the interaction moved on, data was taken too, unless a later one is open while modules run and their outcome moved
 * the journey (gap `interaction-waits-for-modules`; Spec 1 says that it waits). A journey that failed or is paused may
 * have stopped by itself. Data that is still open proves nothing: it may have been taken and be asked for once more
 * (gap `module-retry`), or stay listed (gap `outstanding-shrinks`, `task-list-contents`), or be on its way. So it is
 * sent again only where the service is known to take nothing twice: a second `Complete` of a task changes nothing (gap
 * `task-complete-again`), a second submit is refused under one reading of gap `duplicate-element`.
 */
export function judge(
  before: Sighting | undefined,
  after: Sighting,
  { interactionId, names, intent }: Handed,
  readings: KnownReadings,
): Verdict {
  const isRunning = after.status === "InProgress";
  const isAlive = isRunning || after.status === "Completed";
  const isOnce = /never|automatic/.test(readings["module-retry"] ?? "");
  if (after.interactionId !== interactionId) {
    const isCertain = readings["interaction-waits-for-modules"] === "at-once" ? isRunning && isOnce : isAlive;
    return before !== undefined && isCertain ? "done" : "unknown";
  }
  const isGone = names.some((name) => before?.open.includes(name) && !after.open.includes(name));
  if (isAlive && isGone) return "done";
  const isRefusedTwice = intent === "Complete" || (intent === undefined && readings["duplicate-element"] === "refused");
  const isOpen = names.length > 0 && names.every((name) => after.open.includes(name));
  return isOpen && isOnce && isRefusedTwice ? "absent" : "unknown";
}

import type { Readings } from "@journey-kit/schemas/profile";
import type { Observation, Submitted } from "./observation.ts";
/**
 * Whether a submit with a lost response was accepted. `done`: it was. `absent`: it appears not, and a retry cannot be
 * applied twice. `unknown`: the evidence is ambiguous.
 */
export type Acceptance = "done" | "absent" | "unknown";

/** The readings that affect the acceptance on a lost submit. */
export type KnownReadings = Pick<Readings, "duplicate-element" | "interaction-waits-for-modules" | "module-retry">;

/**
 * Compares observations from before and after. Assumes that nobody else submits data for the instance meanwhile.
 *
 * If an element is no longer outstanding while its interaction is current, it was accepted under every reading. If the
 * interaction moved on, the data was accepted too, unless the outcome of running modules may have moved the journey
 * (gap `interaction-waits-for-modules`; Spec 1 says that it waits). A failed or paused journey may have stopped by
 * itself. Data that is still outstanding proves nothing: it may have been accepted and requested again (gap
 * `module-retry`), may stay listed (gaps `outstanding-shrinks`, `task-list-contents`), or may be in transit. It is
 * therefore sent again only if the service accepts nothing twice: a second `Complete` of a task changes nothing (gap
 * `task-complete-again`), and one reading of gap `duplicate-element` refuses a second submit.
 */
export function decide(
  before: Observation | undefined,
  after: Observation,
  { interactionId, names, intent }: Submitted,
  readings: KnownReadings,
): Acceptance {
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

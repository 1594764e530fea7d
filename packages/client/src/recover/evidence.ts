import { listOf, memberOf } from "@journey-kit/schemas/calls";
import type { Readings } from "@journey-kit/schemas/tables";

/** What an instance was waiting for when the client last fetched it. */
export type Observation = ReturnType<typeof readObservation>;

/**
 * Reads the response of interaction/fetch or task/list. If the service lists fields, `open` also contains the
 * names of their elements. Gap `outstanding-granularity`.
 */
export const readObservation = (body: unknown) => ({
  /** Wire status of the instance; undefined if the response had no status. Spec 2.2. */
  status: memberOf(memberOf(body, "journey"), "status") ?? memberOf(body, "status"),
  /** Id of the current interaction; undefined for v1, or if no interaction was current. */
  interactionId: memberOf(body, "interactionId"),
  /** Names of the outstanding elements, or ids of the listed tasks. */
  open: [
    ...listOf(memberOf(body, "outstanding")).flatMap((name) =>
      typeof name === "string" ? [name, name.replace(/\/.*/, "")] : [],
    ),
    ...listOf(memberOf(body, "tasks")).map((task) => memberOf(task, "taskId")),
  ],
});

/** A submit of an interaction's elements, or an update of a task. */
export type Submitted = ReturnType<typeof readSubmitted>;

/** Reads the body of a submit or a task update. Spec 2.9, 2.10. */
export const readSubmitted = (body: unknown) => {
  const taskId = memberOf(body, "taskId");
  const participants = listOf(memberOf(body, "participants"));
  return {
    instanceId: memberOf(body, "instanceId"),
    interactionId: memberOf(body, "interactionId"),
    taskId,
    /** Element names, or the task id. */
    names: taskId === undefined ? participants.map((one) => memberOf(one, "domainElementId")) : [taskId],
    /** The intent of a task update. Spec 2.10. */
    intent: memberOf(body, "intent"),
  };
};

/**
 * Whether a submit with a lost response was accepted. `absent`: apparently not, and a retry is safe. `unknown`: the
 * observations are ambiguous.
 */
export type Evidence = "accepted" | "absent" | "unknown";

/** Readings that help to decide whether a lost submit was accepted. */
export type KnownReadings = Pick<Readings, "duplicate-element" | "interaction-waits-for-modules" | "module-retry">;

/**
 * Compares the observations before and after a submit. Assumes that nobody else submits data for the instance.
 *
 * - An element that is no longer outstanding in the same interaction was accepted, under every reading.
 * - If the journey is at another interaction, the submit was accepted, unless running modules may have moved the
 *   journey (Spec 1; gap `interaction-waits-for-modules`).
 * - A failed or paused journey proves nothing: it may have stopped for another reason.
 * - An element that is still outstanding proves nothing. It may have been accepted and requested again (gap
 *   `module-retry`), may stay listed (gaps `outstanding-shrinks`, `task-list-contents`), or may be in transit. A retry
 *   is safe only if the service accepts no data twice: a second `Complete` of a task changes nothing (gap
 *   `task-complete-again`), and one reading of gap `duplicate-element` refuses a second submit.
 */
export function evidenceOf(
  before: Observation | undefined,
  after: Observation,
  { interactionId, names, intent }: Omit<Submitted, "taskId">,
  readings: KnownReadings,
): Evidence {
  const isRunning = after.status === "InProgress";
  const isAlive = isRunning || after.status === "Completed";
  const isOnce = /never|automatic/.test(readings["module-retry"] ?? "");
  if (after.interactionId !== interactionId) {
    const isCertain = readings["interaction-waits-for-modules"] === "at-once" ? isRunning && isOnce : isAlive;
    return before !== undefined && isCertain ? "accepted" : "unknown";
  }
  const isGone = names.some((name) => before?.open.includes(name) && !after.open.includes(name));
  if (isAlive && isGone) return "accepted";
  const isRefusedTwice = intent === "Complete" || (intent === undefined && readings["duplicate-element"] === "refused");
  const isOpen = names.length > 0 && names.every((name) => after.open.includes(name));
  return isOpen && isOnce && isRefusedTwice ? "absent" : "unknown";
}

import type { Readings } from "@journey-kit/schemas/profile";
import { listOf, memberOf } from "../json.ts";

/** What an instance was waiting for when last fetched. */
export interface Observation {
  /** Wire status of the journey; undefined if the response had none. Spec 2.2. */
  readonly status: unknown;
  /** The current interaction; undefined if there was none, and for tasks. */
  readonly interactionId: unknown;
  /** Names of the outstanding elements, or ids of the listed tasks. */
  readonly open: readonly unknown[];
}

/** What a caller submits: elements of an interaction, or the data of a task. */
export interface Submitted {
  readonly instanceId: unknown;
  readonly interactionId: unknown;
  /** Element names, or the task id. */
  readonly names: readonly unknown[];
  /** The intent of a task update. Spec 2.10. */
  readonly intent: unknown;
}

/**
 * Reads an interaction/fetch or task/list response. Maps a listed field to its element (gap `outstanding-granularity`).
 */
export const toObservation = (body: unknown): Observation => ({
  status: memberOf(memberOf(body, "journey"), "status") ?? memberOf(body, "status"),
  interactionId: memberOf(body, "interactionId"),
  open: [
    ...listOf(memberOf(body, "outstanding")).flatMap((name) =>
      typeof name === "string" ? [name, name.replace(/\/.*/, "")] : [],
    ),
    ...listOf(memberOf(body, "tasks")).map((task) => memberOf(task, "taskId")),
  ],
});

/** Reads the body of a submit or a task update. Spec 2.9, 2.10. */
export const toSubmitted = (body: unknown): Submitted => {
  const taskId = memberOf(body, "taskId");
  const participants = listOf(memberOf(body, "participants"));
  return {
    instanceId: memberOf(body, "instanceId"),
    interactionId: memberOf(body, "interactionId"),
    names: taskId === undefined ? participants.map((one) => memberOf(one, "domainElementId")) : [taskId],
    intent: memberOf(body, "intent"),
  };
};

/**
 * Whether a submit with a lost response was accepted. `absent`: it appears not, and a retry cannot be applied twice.
 * `unknown`: the observations are ambiguous.
 */
export type Evidence = "accepted" | "absent" | "unknown";

/** The readings that affect the evidence about a lost submit. */
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
export function evidenceOf(
  before: Observation | undefined,
  after: Observation,
  { interactionId, names, intent }: Submitted,
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

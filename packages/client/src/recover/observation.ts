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

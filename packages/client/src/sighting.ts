import { listOf, memberOf } from "./json.ts";

/** What an instance was seen to wait for. */
export interface Sighting {
  /** Wire status of the journey; undefined where the answer did not say. Spec 2.2. */
  readonly status: unknown;
  /** The interaction that was current; undefined where none was, and for tasks. */
  readonly interactionId: unknown;
  /** Names of the elements that were outstanding, or ids of the tasks that were listed. */
  readonly open: readonly unknown[];
}

/** What a caller hands in: elements to an interaction, or the data of a task. */
export interface Handed {
  readonly instanceId: unknown;
  readonly interactionId: unknown;
  /** Names of elements, or the id of the task. */
  readonly names: readonly unknown[];
  /** What is to become of a task. Spec 2.10. */
  readonly intent: unknown;
}

/** Reads an answer to interaction/fetch or task/list. Gap `outstanding-granularity`: a field stands for its element too. */
export const toSighting = (body: unknown): Sighting => ({
  status: memberOf(memberOf(body, "journey"), "status") ?? memberOf(body, "status"),
  interactionId: memberOf(body, "interactionId"),
  open: [
    ...listOf(memberOf(body, "outstanding")).flatMap((name) =>
      typeof name === "string" ? [name, name.replace(/\/.*/, "")] : [],
    ),
    ...listOf(memberOf(body, "tasks")).map((task) => memberOf(task, "taskId")),
  ],
});

/** Reads the body of a submit or of a task update. Spec 2.9, 2.10. */
export const toHanded = (body: unknown): Handed => {
  const taskId = memberOf(body, "taskId");
  const participants = listOf(memberOf(body, "participants"));
  return {
    instanceId: memberOf(body, "instanceId"),
    interactionId: memberOf(body, "interactionId"),
    names: taskId === undefined ? participants.map((one) => memberOf(one, "domainElementId")) : [taskId],
    intent: memberOf(body, "intent"),
  };
};

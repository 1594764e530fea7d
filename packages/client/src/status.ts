import type { V2StateResponse } from "@journey-kit/schemas";

/** The wire word for where an instance stands: one that the specification knows, or another. Spec 2.2, 3.1. */
export type Status = V2StateResponse["status"] | (string & {});

/**
 * Where an instance stands. `reviewing` when it goes on although its state shows a decision; `unknown` for a word that
 * the specification does not have. Both count as going on, and so does `paused`.
 */
export type Standing = "running" | "paused" | "reviewing" | "completed" | "failed" | "unknown";

/** What a status alone can tell. */
export type PlainStanding = Exclude<Standing, "reviewing">;

/** Whether nothing more will happen. Spec 4.4. */
export const isFinal = (standing: Standing | "deadline"): boolean => standing === "completed" || standing === "failed";

const standings: ReadonlyMap<unknown, PlainStanding> = new Map([
  ["InProgress", "running"],
  ["Paused", "paused"],
  ["Completed", "completed"],
  ["Failed", "failed"],
  ["Error", "failed"],
]);

/** Reads a status; both words for failure are in use. Spec 3.1, 4.4; gap `failure-status`. */
export const standingOf = (status: unknown): PlainStanding => standings.get(status) ?? "unknown";

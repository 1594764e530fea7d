import type { JourneyStatus } from "../types/shared.ts";

/** The wire status of an instance: a word from the specification, or any other word. Spec 2.2, 3.1. */
export type Status = JourneyStatus | (string & {});

/**
 * What an instance is doing, according to its status and its decision. `reviewing`: the state shows a decision, but the
 * instance has not ended. `unknown`: the specification does not define the status.
 */
export type Phase = "running" | "paused" | "reviewing" | "completed" | "failed" | "unknown";

/** The phases that the status alone determines. */
export type StatusPhase = Exclude<Phase, "reviewing">;

/** Whether the instance has ended. Spec 4.4. */
export const isFinal = (phase: Phase): phase is "completed" | "failed" => phase === "completed" || phase === "failed";

const phases: ReadonlyMap<unknown, StatusPhase> = new Map([
  ["InProgress", "running"],
  ["Paused", "paused"],
  ["Completed", "completed"],
  ["Failed", "failed"],
  ["Error", "failed"],
]);

/** Converts a status to a phase. `Failed` and `Error` become the same phase. Spec 3.1, 4.4; gap `failure-status`. */
export const phaseOf = (status: unknown): StatusPhase => phases.get(status) ?? "unknown";

import type { JourneyStatus } from "../types/shared.ts";

/** The wire status of an instance: a specified word or any other. Spec 2.2, 3.1. */
export type Status = JourneyStatus | (string & {});

/**
 * The phase of an instance. `reviewing`: it continues although its state shows a decision. `unknown`: an unspecified
 * status. A wait continues on both, and on `paused`.
 */
export type Phase = "running" | "paused" | "reviewing" | "completed" | "failed" | "unknown";

/** The phases that follow from the status alone. */
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

/** Reads a status, with either word for failure. Spec 3.1, 4.4; gap `failure-status`. */
export const phaseOf = (status: unknown): StatusPhase => phases.get(status) ?? "unknown";

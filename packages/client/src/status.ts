import type { V2StateResponse } from "@journey-kit/schemas";

/** The wire word for where an instance stands: one that the specification knows, or another. Spec 2.2, 3.1. */
export type Status = V2StateResponse["status"] | (string & {});

/** Where an instance stands; `unknown` for a word that the specification does not have, which counts as going on. */
export type Standing = "running" | "paused" | "completed" | "failed" | "unknown";

const standings: Readonly<Record<string, Standing>> = {
  InProgress: "running",
  Paused: "paused",
  Completed: "completed",
  Failed: "failed",
  Error: "failed",
};

/** Reads a status; both words for failure are in use. Spec 3.1, 4.4; gap `failure-status`. */
export const standingOf = (status: unknown): Standing =>
  typeof status === "string" && Object.hasOwn(standings, status) ? (standings[status] ?? "unknown") : "unknown";

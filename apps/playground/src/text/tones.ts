import type { Classification } from "@journey-kit/schemas/tables";
import type { Status } from "./status.ts";

/** A colour by its meaning: work in progress, a good, fair or bad result, a frozen clock, a fault. */
export type Tone = "neutral" | "live" | "good" | "fair" | "bad" | "frozen" | "fault";

/** The tones of the statuses of an instance. */
export const statusTones = {
  collecting: "fair",
  running: "live",
  reviewing: "fair",
  paused: "neutral",
  accept: "good",
  refer: "fair",
  reject: "bad",
  failed: "bad",
} as const satisfies Record<Status, Tone>;

/** The tones of module outcomes, by classification. */
export const classificationTones = {
  positive: "good",
  neutral: "fair",
  negative: "bad",
} as const satisfies Record<Classification, Tone>;

export const httpTone = (status: number): Tone => (status < 300 ? "good" : status < 400 ? "live" : "bad");

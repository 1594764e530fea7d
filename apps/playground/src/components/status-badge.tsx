import type { ReactNode } from "react";
import { type Status, statusLabels } from "../text/status.ts";
import { Badge, type Tone } from "./badge.tsx";

const tones = {
  collecting: "fair",
  running: "live",
  reviewing: "fair",
  paused: "neutral",
  accept: "good",
  refer: "fair",
  reject: "bad",
  failed: "bad",
} as const satisfies Record<Status, Tone>;

interface StatusBadgeProps {
  readonly status: Status;
  /** Number of instances with this status. */
  readonly count?: number;
}

/** The status of an instance or of several instances. */
export function StatusBadge({ status, count }: StatusBadgeProps): ReactNode {
  const label = statusLabels[status];
  return (
    <Badge tone={tones[status]} dot>
      {count === undefined ? label : `${count.toLocaleString("en")} ${label.toLowerCase()}`}
    </Badge>
  );
}

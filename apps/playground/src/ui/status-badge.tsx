import type { ReactNode } from "react";
import { type Status, statusLabels } from "../text/status.ts";
import { statusTones } from "../text/tones.ts";
import { Badge } from "./badge.tsx";

interface StatusBadgeProps {
  readonly status: Status;
  /** Number of instances with this status. */
  readonly count?: number;
}

/** The status of an instance or of several instances. */
export function StatusBadge({ status, count }: StatusBadgeProps): ReactNode {
  const label = statusLabels[status];
  return (
    <Badge tone={statusTones[status]} dot>
      {count === undefined ? label : `${count.toLocaleString("en")} ${label.toLowerCase()}`}
    </Badge>
  );
}

import type { Explanation } from "@journey-kit/schemas/control";
import { History } from "lucide-react";
import type { ReactNode } from "react";
import { formatClockTime, formatDuration } from "../../../text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { describeEvent, type Place } from "../timeline/moments.ts";
import styles from "./past-bar.module.css";

interface PastBarProps {
  readonly place: Place;
  /** The instance as the view shows it. */
  readonly shown: Explanation;
  /** Time of the instance, in milliseconds since the Unix epoch. */
  readonly now: number;
  readonly onBack: () => void;
}

/** A notice that the view shows an earlier moment. */
export function PastBar({ place, shown, now, onBack }: PastBarProps): ReactNode {
  const command = place.commands === undefined ? undefined : shown.timeline.findLast(({ kind }) => kind === "command");
  return (
    <div className={styles.bar} data-tone="frozen" role="status">
      <History size={14} aria-hidden />
      <span>
        You see <time className={styles.time}>{formatClockTime(place.at)}</time>
        {place.at < now && `, ${formatDuration(now - place.at)} ago`}
        {command !== undefined && `, right after ${describeEvent(command)}`}.
      </span>
      <Button onPress={onBack}>Back to now</Button>
    </div>
  );
}

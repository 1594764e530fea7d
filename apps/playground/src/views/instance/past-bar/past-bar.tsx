import { History } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../components/button.tsx";
import { formatClockTime, formatDuration } from "../../../format.ts";
import styles from "./past-bar.module.css";

interface PastBarProps {
  /** The instant that the view shows. */
  readonly at: string;
  /** Time of the instance, in milliseconds since the Unix epoch. */
  readonly now: number;
  readonly onBack: () => void;
}

/** Says that the view shows an earlier instant. */
export function PastBar({ at, now, onBack }: PastBarProps): ReactNode {
  const shown = Date.parse(at);
  return (
    <div className={styles.bar} data-tone="frozen" role="status">
      <History size={14} aria-hidden />
      <span>
        You see <time className={styles.time}>{formatClockTime(shown)}</time>, {formatDuration(now - shown)} ago.
      </span>
      <Button onPress={onBack}>Back to now</Button>
    </div>
  );
}

import type { ReactNode } from "react";
import styles from "./badge.module.css";

/** The colour of a statement: live work, good, fair or bad results, a frozen clock, a fault. */
export type Tone = "neutral" | "live" | "good" | "fair" | "bad" | "frozen" | "fault";

interface BadgeProps {
  readonly tone?: Tone;
  /** Shows a dot before the text, for a state that can change. */
  readonly dot?: boolean;
  readonly children: ReactNode;
}

/** A short statement, such as a status. */
export function Badge({ tone = "neutral", dot = false, children }: BadgeProps): ReactNode {
  return (
    <span className={styles.badge} data-tone={tone}>
      {dot && <span className={styles.dot} />}
      {children}
    </span>
  );
}

import type { ReactNode } from "react";
import type { Tone } from "../text/tones.ts";
import styles from "./badge.module.css";

interface BadgeProps {
  readonly tone?: Tone;
  /** Shows a dot before the text, for a state that can change. */
  readonly dot?: boolean;
  readonly children: ReactNode;
}

/** A label with a short text, such as a status. */
export function Badge({ tone = "neutral", dot = false, children }: BadgeProps): ReactNode {
  return (
    <span className={styles.badge} data-tone={tone}>
      {dot && <span className={styles.dot} />}
      {children}
    </span>
  );
}

import type { ReactNode } from "react";
import styles from "./bar.module.css";

/** The covered share of the reachable rows. Screen readers skip the bar, because the numbers are next to it. */
export function Bar({ covered, reachable }: { readonly covered: number; readonly reachable: number }): ReactNode {
  return (
    <span className={styles.bar} aria-hidden>
      <span className={styles.covered} style={{ width: reachable === 0 ? 0 : `${(covered / reachable) * 100}%` }} />
    </span>
  );
}

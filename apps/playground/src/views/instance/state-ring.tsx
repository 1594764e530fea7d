import type { ReactNode } from "react";
import type { ModuleState } from "./module-state.ts";
import styles from "./state-ring.module.css";

const tick = "M4.6 8.2 7 10.6 11.4 5.8";
const cross = "M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2";
const dash = "M5 8h6";

/** The mark of a module that has ended; undefined while it runs. */
function markOf({ kind, tone }: Pick<ModuleState, "kind" | "tone">): string | undefined {
  if (kind !== "finished") return kind === "failed" ? cross : undefined;
  return tone === "bad" ? cross : tone === "fair" ? dash : tick;
}

/** The state of a module or a step as a small ring: empty, filling, or with a mark. */
export function StateRing({
  kind,
  tone,
  progress,
  size = 18,
}: Omit<ModuleState, "text"> & { readonly size?: number }): ReactNode {
  const mark = markOf({ kind, tone });
  return (
    <svg
      className={styles.ring}
      data-kind={kind}
      data-tone={tone}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden
    >
      <circle className={styles.track} cx="8" cy="8" r="6.5" />
      {mark === undefined ? (
        <>
          <circle className={styles.arc} cx="8" cy="8" r="6.5" pathLength="1" strokeDasharray={`${progress} 1`} />
          {kind !== "waiting" && <circle className={styles.dot} cx="8" cy="8" r="2" />}
        </>
      ) : (
        <path className={styles.mark} d={mark} />
      )}
    </svg>
  );
}

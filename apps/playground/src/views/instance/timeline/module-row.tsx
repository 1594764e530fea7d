import type { ReactNode } from "react";
import { formatDuration } from "../../../text/format.ts";
import { classificationTones } from "../../../text/tones.ts";
import type { Run } from "../module-state.ts";
import { placeBetween, type Rows } from "./rows.ts";
import styles from "./timeline.module.css";

/** Share of the axis that a bar needs to contain its duration. */
const leastWidth = 0.06;

interface ModuleRowProps extends Rows {
  readonly run: Run;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

/** A module run as a bar from its start to its end. */
export function ModuleRow({ scale, now, run, isSelected, onSelect }: ModuleRowProps): ReactNode {
  const from = Date.parse(run.startedAt);
  const to = run.finishesAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(run.finishesAt);
  const isOpen = run.state === "running" || run.state === "paused";
  const width = scale.toPlace(to) - scale.toPlace(from);
  const share = width === 0 ? 0 : Math.min(1, (scale.toPlace(now) - scale.toPlace(from)) / width);
  return (
    <li className={styles.row} data-selected={isSelected}>
      <button type="button" className={styles.name} aria-pressed={isSelected} onClick={onSelect}>
        {run.module}
        {run.attempt > 1 && <span className={styles.attempt}> attempt {run.attempt}</span>}
      </button>
      <div className={styles.plot} aria-hidden>
        <span
          className={styles.bar}
          data-tone={isOpen ? "live" : toneOf(run)}
          data-open={isOpen}
          style={placeBetween(scale, from, to)}
        >
          {isOpen && <span className={styles.done} style={{ width: `${share * 100}%` }} />}
          {run.finishesAt !== undefined && (
            <span className={styles.duration} data-inverse={isOpen && share > 0.3} data-outside={width < leastWidth}>
              {formatDuration(to - from)}
            </span>
          )}
        </span>
      </div>
      <span className={styles.outcome}>
        <Outcome run={run} />
      </span>
    </li>
  );
}

function Outcome({ run }: { readonly run: Run }): ReactNode {
  if (run.state === "failed") return <span data-tone="bad">failed</span>;
  if (run.state === "finished") return <span data-tone={toneOf(run)}>{run.outcome}</span>;
  if (run.ends === "never") return "never finishes";
  if (run.ends === "fail")
    return (
      <>
        will <span data-tone="bad">fail</span>
      </>
    );
  return (
    <>
      will find <span data-tone={toneOf(run)}>{run.outcome}</span>
    </>
  );
}

const toneOf = ({ state, classification }: Run) => (state === "failed" ? "bad" : classificationTones[classification]);
